package com.example.tangled.catalog;

import com.example.tangled.ordering.Sales;

// region tangled
public class Bestsellers {

    public boolean isBestseller(String isbn) {
        return Sales.of(isbn) > 100;
    }

    public static String shelf(String isbn) {
        return isbn.substring(0, 5);
    }
}
// endregion tangled
