package com.example.circular.ordering.internal;

import com.example.circular.catalog.Catalog;

public class Invoice {

    private final Catalog catalog = new Catalog();
}
