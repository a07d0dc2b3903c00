package com.example.bookstore;

import java.util.List;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class BookController {

    private final List<Book> books = List.of(
            new Book(1, "活着", "余华"),
            new Book(2, "三体", "刘慈欣"),
            new Book(3, "许三观卖血记", "余华"));

    @GetMapping("/books")
    public List<Book> books() {
        return books;
    }

    // region find
    @GetMapping("/books/{id}")
    public ResponseEntity<Book> book(@PathVariable int id) {
        return ResponseEntity.of(books.stream().filter(book -> book.id() == id).findFirst());
    }
    // endregion find
}
