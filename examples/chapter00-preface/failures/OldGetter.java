package com.example.bookstore;

// region lie
class OldGetter {

    record Book(String title) {
    }

    String title(Book book) {
        return book.getTitle();
    }
}
// endregion lie
