package com.example.bookstore;

/** A sale; {@code cents} is what the customer paid for all copies. */
public record Sale(String isbn, int quantity, long cents) {
}
