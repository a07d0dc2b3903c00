package com.example.bookstore;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class BookController {

    private final JdbcClient jdbc;

    BookController(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @GetMapping("/books")
    List<Book> all() {
        return jdbc.sql("select id, title, cents from book order by id").query(Book.class).list();
    }

    @GetMapping("/books/{id}")
    Book one(@PathVariable long id) {
        return jdbc.sql("select id, title, cents from book where id = ?").param(id).query(Book.class).optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "没有这本书"));
    }

    @GetMapping("/shipping")
    String shipping() {
        return "满 99 元免运费";
    }
}
