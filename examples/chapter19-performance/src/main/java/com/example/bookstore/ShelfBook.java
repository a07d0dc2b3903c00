package com.example.bookstore;

/** One book as the shelf page shows it. */
public record ShelfBook(String isbn, String title, String author) {
}
