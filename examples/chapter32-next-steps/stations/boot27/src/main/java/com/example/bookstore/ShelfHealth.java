package com.example.bookstore;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** Tells the operators whether the shelf can be read. */
@Component
public class ShelfHealth implements HealthIndicator {

    private final BookRepository books;

    public ShelfHealth(BookRepository books) {
        this.books = books;
    }

    @Override
    public Health health() {
        return Health.up().withDetail("books", books.count()).build();
    }
}
