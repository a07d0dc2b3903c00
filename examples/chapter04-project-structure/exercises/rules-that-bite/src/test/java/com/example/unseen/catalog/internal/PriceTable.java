package com.example.unseen.catalog.internal;

public class PriceTable {
}
