package com.example.bookstore;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class BookController {

    private final Books books;

    BookController(Books books) {
        this.books = books;
    }

    record NewBook(String title, int price) {
    }

    @GetMapping("/books")
    List<Book> all() {
        return books.all();
    }

    @GetMapping("/books/{id}")
    Book one(@PathVariable long id) {
        return books.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @PostMapping("/books")
    @ResponseStatus(HttpStatus.CREATED)
    void add(@RequestBody NewBook book) {
        if (book.title() == null || book.title().isBlank() || book.title().length() > 200 || book.price() < 0) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "书名要有 1 到 200 个字，价格不能是负数");
        }
        books.add(book.title(), book.price());
    }
}
