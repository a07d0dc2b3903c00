package com.example.circular.catalog.internal;

public class PriceTable {
}
