package com.example.bookstore;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

// region book
@JsonPropertyOrder({"title", "isbn", "sold", "language"})
public class Book {

    private final String title;
    private final String isbn;

    Book(String title, String isbn) {
        this.title = title;
        this.isbn = isbn;
    }

    public String getTitle() {
        return title;
    }

    public String getIsbn() {
        return isbn;
    }

    public boolean isSold() {
        return false;
    }

    public String getLanguage() {
        return "zh";
    }
}
// endregion book
