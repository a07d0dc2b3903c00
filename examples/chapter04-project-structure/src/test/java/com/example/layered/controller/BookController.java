package com.example.layered.controller;

import java.util.List;

import com.example.layered.model.Book;
import com.example.layered.service.BookService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookController {

    private final BookService bookService;

    BookController(BookService bookService) {
        this.bookService = bookService;
    }

    @GetMapping("/books")
    List<Book> books() {
        return bookService.books();
    }
}
