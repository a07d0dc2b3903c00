package com.example.calling.ordering;

import com.example.calling.catalog.internal.PriceTable;

public class OrderService {

    public int total(String isbn, int quantity) {
        return new PriceTable().priceOf(isbn) * quantity;
    }
}
