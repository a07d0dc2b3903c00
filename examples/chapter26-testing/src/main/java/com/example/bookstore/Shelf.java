package com.example.bookstore;

import java.util.OptionalLong;

/** The books the store has, and what it sold. */
public interface Shelf {

    /** The price of one copy in cents; empty for a book the store does not know. */
    OptionalLong price(String isbn);

    /** Takes copies from the stock: all of them, or none and {@code false}. */
    boolean take(String isbn, int quantity);

    /** Remembers a sale. */
    void sell(Sale sale);

    /** How many copies were sold, 0 when none. */
    long sold(String isbn);
}
