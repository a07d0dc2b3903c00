package com.example.bookstore;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import org.springframework.stereotype.Component;

/** 书架：数据就写在这里，数据库是后面的事。 */
@Component
public class BookShelf {

    private final List<Book> books = List.of(
            new Book(1, "活着", new BigDecimal("28.00"), LocalDate.of(2012, 8, 1)),
            new Book(2, "三体", new BigDecimal("23.50"), LocalDate.of(2008, 1, 1)));

    public List<Book> all() {
        return books;
    }

    public Optional<Book> find(int id) {
        return books.stream().filter(book -> book.id() == id).findFirst();
    }
}
