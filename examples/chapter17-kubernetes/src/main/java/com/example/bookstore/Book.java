package com.example.bookstore;

/** A book on the shelf. */
public record Book(long id, String title) {
}
