package com.example.bookstore;

public class Shelf {

    String label(Book book) {
        return book.getTitle();
    }
}
