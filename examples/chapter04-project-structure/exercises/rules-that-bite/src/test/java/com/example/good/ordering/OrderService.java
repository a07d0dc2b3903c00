package com.example.good.ordering;

import com.example.good.catalog.Catalog;
import com.example.good.ordering.internal.Invoice;

public class OrderService {

    private final Catalog catalog = new Catalog();
    private Invoice invoice;
}
