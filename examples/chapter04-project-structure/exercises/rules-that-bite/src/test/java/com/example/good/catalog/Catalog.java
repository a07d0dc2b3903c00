package com.example.good.catalog;

import com.example.good.catalog.internal.PriceTable;

public class Catalog {

    private final PriceTable prices = new PriceTable();

    public PriceTable prices() {
        return prices;
    }
}
