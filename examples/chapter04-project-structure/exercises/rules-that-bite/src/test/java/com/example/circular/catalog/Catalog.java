package com.example.circular.catalog;

import com.example.circular.catalog.internal.PriceTable;
import com.example.circular.shipping.internal.Label;

public class Catalog {

    private final PriceTable prices = new PriceTable();

    public Label label() {
        return new Label();
    }
}
