package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import org.springframework.stereotype.Service;

/** 图书目录对别的功能开放的全部内容。 */
@Service
public class Catalog {

    private final BookRepository books;

    Catalog(BookRepository books) {
        this.books = books;
    }

    public Optional<BigDecimal> priceOf(String isbn) {
        return books.findByIsbn(isbn).map(Book::price);
    }

    List<Book> books() {
        return books.findAll();
    }
}
