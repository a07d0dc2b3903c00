package com.example.leaking.catalog.internal;

public class PriceTable {
}
