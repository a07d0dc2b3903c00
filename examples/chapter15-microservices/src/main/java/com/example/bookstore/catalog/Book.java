package com.example.bookstore.catalog;

/** 一本书，价格的单位是分。 */
public record Book(String isbn, String title, int cents) {
}
