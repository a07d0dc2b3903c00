package com.example.leaking.catalog;

import com.example.leaking.catalog.internal.PriceTable;

public class Catalog {

    private final PriceTable prices = new PriceTable();

    public PriceTable prices() {
        return prices;
    }
}
