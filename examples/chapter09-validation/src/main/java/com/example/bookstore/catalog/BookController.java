package com.example.bookstore.catalog;

import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/books")
public class BookController {

    private final Books books;

    public BookController(Books books) {
        this.books = books;
    }

    // region create
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Book create(@Valid @RequestBody BookRequest request) {
        Book book = Book.from(request);
        books.add(book);
        return book;
    }
    // endregion create

    // region parameters
    @GetMapping
    List<Book> list(@RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return books.first(size);
    }

    @GetMapping("/{isbn}/on-shelf")
    boolean onShelf(@PathVariable @BookIsbn String isbn) {
        return Isbn.parse(isbn).filter(books::exists).isPresent();
    }
    // endregion parameters
}
