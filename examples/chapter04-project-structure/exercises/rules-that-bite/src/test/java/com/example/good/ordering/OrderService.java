package com.example.good.ordering;

import com.example.good.catalog.Catalog;

public class OrderService {

    private final Catalog catalog = new Catalog();
}
