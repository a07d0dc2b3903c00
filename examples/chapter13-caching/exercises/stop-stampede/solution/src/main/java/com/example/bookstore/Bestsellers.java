package com.example.bookstore;

import java.util.function.Function;

import org.springframework.cache.annotation.Cacheable;

// region bestsellers
public class Bestsellers {

    private final Function<String, String> database;

    public Bestsellers(Function<String, String> database) {
        this.database = database;
    }

    @Cacheable(cacheNames = "bestsellers", sync = true)
    public String find(String category) {
        return database.apply(category);
    }
}
// endregion bestsellers
