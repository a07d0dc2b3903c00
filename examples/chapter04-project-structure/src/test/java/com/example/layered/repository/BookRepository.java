package com.example.layered.repository;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import com.example.layered.model.Book;
import org.springframework.stereotype.Repository;

@Repository
public class BookRepository {

    private final List<Book> books = List.of(
            new Book("9787020008735", "红楼梦", new BigDecimal("59.70")),
            new Book("9787506365437", "活着", new BigDecimal("45.00")));

    public List<Book> findAll() {
        return books;
    }

    public Optional<Book> findByIsbn(String isbn) {
        return books.stream().filter(book -> book.isbn().equals(isbn)).findFirst();
    }
}
