package com.example.bookstore;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** 目录：按 ISBN 找书。 */
@Component
public class Catalog {

    private final Map<String, Book> books = new ConcurrentHashMap<>();

    public Catalog() {
        add(new Book("9787302423287", "Java 并发编程", new BigDecimal("79.00")));
    }

    public void add(Book book) {
        books.put(book.isbn(), book);
    }

    public @Nullable Book find(String isbn) {
        return books.get(isbn);
    }

    public String label(String isbn) {
        Book book = find(isbn);
        if (book == null) {
            throw new NoSuchBookException(isbn);
        }
        return book.title() + "，" + book.price() + " 元";
    }
}
