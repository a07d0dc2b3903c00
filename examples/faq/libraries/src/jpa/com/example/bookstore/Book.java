package com.example.bookstore;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Book {

    @Id
    private String isbn;

    protected Book() {
    }

    Book(String isbn) {
        this.isbn = isbn;
    }
}
