package com.example.good.catalog.internal;

public class Discount {

    private PriceTable prices;
}
