package com.example.layered.service;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import com.example.layered.model.Book;
import com.example.layered.repository.BookRepository;
import org.springframework.stereotype.Service;

@Service
public class BookService {

    private final BookRepository books;

    public BookService(BookRepository books) {
        this.books = books;
    }

    public Optional<BigDecimal> priceOf(String isbn) {
        return books.findByIsbn(isbn).map(Book::price);
    }

    public List<Book> books() {
        return books.findAll();
    }
}
