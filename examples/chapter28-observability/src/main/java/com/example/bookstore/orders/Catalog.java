package com.example.bookstore.orders;

import java.util.Map;
import java.util.Optional;

import org.springframework.stereotype.Component;

/** 书目与价格。 */
@Component
public class Catalog {

    private final Map<String, Book> books = Map.of(
            "9787111213826", new Book("9787111213826", "Java 编程思想", 10800),
            "9787115545381", new Book("9787115545381", "深入理解 Java 虚拟机", 12900));

    /** 没有这本书就是空的。 */
    public Optional<Book> find(String isbn) {
        return Optional.ofNullable(books.get(isbn));
    }

    /**
     * 一本书。
     *
     * @param cents 价格，单位是分
     */
    public record Book(String isbn, String title, int cents) {
    }
}
