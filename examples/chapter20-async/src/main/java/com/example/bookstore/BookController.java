package com.example.bookstore;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookController {

    private final BookPages pages;

    BookController(BookPages pages) {
        this.pages = pages;
    }

    @GetMapping("/books/{isbn}/one-by-one")
    BookPages.Page oneByOne(@PathVariable String isbn) {
        return pages.oneByOne(isbn);
    }

    @GetMapping("/books/{isbn}/together")
    BookPages.Page together(@PathVariable String isbn) {
        return pages.together(isbn);
    }
}
