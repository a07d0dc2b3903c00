package com.example.circular.ordering;

import com.example.circular.catalog.Catalog;

public class OrderService {

    private final Catalog catalog = new Catalog();
}
