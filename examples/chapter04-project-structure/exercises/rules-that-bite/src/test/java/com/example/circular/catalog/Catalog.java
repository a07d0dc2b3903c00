package com.example.circular.catalog;

import com.example.circular.catalog.internal.PriceTable;
import com.example.circular.ordering.internal.Invoice;

public class Catalog {

    private final PriceTable prices = new PriceTable();

    public Invoice invoice() {
        return new Invoice();
    }
}
