package com.example.bookstore.ordering;

import com.example.bookstore.catalog.BookRepository;

class BargainFinder {

    private final BookRepository books;

    BargainFinder(BookRepository books) {
        this.books = books;
    }
}
