package com.example.bookstore.catalog;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookController {

    private final Catalog catalog;

    BookController(Catalog catalog) {
        this.catalog = catalog;
    }

    @GetMapping("/books")
    List<Book> books() {
        return catalog.books();
    }
}
