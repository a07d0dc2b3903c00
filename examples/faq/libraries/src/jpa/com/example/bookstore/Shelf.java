package com.example.bookstore;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Shelf {

    private final BookRepository books;

    Shelf(BookRepository books) {
        this.books = books;
    }

    long remove(String isbn) {
        return books.deleteByIsbn(isbn);
    }

    @Transactional
    public long removeInTransaction(String isbn) {
        return books.deleteByIsbn(isbn);
    }
}
