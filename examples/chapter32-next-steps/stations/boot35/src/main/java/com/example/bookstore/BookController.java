package com.example.bookstore;

import jakarta.validation.Valid;

import com.example.audit.AuditLog;
import org.springframework.data.domain.Sort;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/books")
public class BookController {

    private final BookRepository books;
    private final AuditLog audit;

    public BookController(BookRepository books, AuditLog audit) {
        this.books = books;
        this.audit = audit;
    }

    @GetMapping
    public Iterable<Book> all() {
        return books.findAll(Sort.by("isbn"));
    }

    @GetMapping("/{isbn}")
    public Book one(@PathVariable String isbn) {
        return books.findByIsbn(isbn).orElseThrow(BookMissing::new);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    public Book add(@Valid @RequestBody Book book) {
        audit.wrote("上架 " + book.getIsbn());
        return books.save(book);
    }
}
