package com.example.bookstore.catalog;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

// region controller
@RestController
@RequestMapping({"/books", "/api/books"})
class BookController {

    private final List<Book> books = new CopyOnWriteArrayList<>(
            List.of(new Book("深入理解 Java 虚拟机")));

    @GetMapping
    List<Book> all() {
        return books;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Book create(@RequestBody Book book) {
        if (book.title() == null || book.title().isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        books.add(book);
        return book;
    }

    record Book(String title) {
    }
}
// endregion controller
