package com.example.calling.shipping;

import com.example.calling.catalog.internal.PriceTable;

public class ShippingService {

    public int insuredFor(String isbn, int quantity) {
        return new PriceTable().priceOf(isbn) * quantity;
    }
}
