package com.example.bookstore;

public interface Prices {

    String priceOf(String isbn);
}
