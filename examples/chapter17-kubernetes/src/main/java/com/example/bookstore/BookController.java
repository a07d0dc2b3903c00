package com.example.bookstore;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The shelf. */
@RestController
class BookController {

    private final JdbcClient jdbc;

    BookController(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @GetMapping("/books")
    List<Book> books() {
        return jdbc.sql("select id, title from book order by id").query(Book.class).list();
    }
}
