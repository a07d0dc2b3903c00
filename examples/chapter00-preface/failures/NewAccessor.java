package com.example.bookstore;

class NewAccessor {

    record Book(String title) {
    }

    String title(Book book) {
        return book.title();
    }
}
