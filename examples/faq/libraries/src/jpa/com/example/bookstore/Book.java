package com.example.bookstore;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Book {

    @Id
    private String isbn;

    private String title;

    protected Book() {
    }

    Book(String isbn, String title) {
        this.isbn = isbn;
        this.title = title;
    }
}
