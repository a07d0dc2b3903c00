package com.example.good.catalog.internal;

public class PriceTable {
}
