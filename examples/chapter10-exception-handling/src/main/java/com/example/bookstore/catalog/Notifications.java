package com.example.bookstore.catalog;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

@Component
class Notifications {

    private final Books books;

    Notifications(Books books) {
        this.books = books;
    }

    // region async-void
    @Async
    public void send(long id) {
        books.get(id);
    }
    // endregion async-void
}
