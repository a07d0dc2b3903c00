package com.example.namesake.catalog.internal;

public class PriceTable {
}
