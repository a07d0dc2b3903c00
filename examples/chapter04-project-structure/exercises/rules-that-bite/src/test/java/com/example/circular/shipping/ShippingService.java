package com.example.circular.shipping;

import com.example.circular.catalog.Catalog;

public class ShippingService {

    private final Catalog catalog = new Catalog();
}
