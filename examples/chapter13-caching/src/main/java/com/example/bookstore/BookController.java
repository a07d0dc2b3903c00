package com.example.bookstore;

import java.math.BigDecimal;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class BookController {

    /** What the column holds. */
    private static final BigDecimal MOST = new BigDecimal("99999999.99");

    private final Catalog catalog;
    private final QueryCounter queries;

    BookController(Catalog catalog, QueryCounter queries) {
        this.catalog = catalog;
        this.queries = queries;
    }

    @GetMapping("/books/{isbn}")
    Book find(@PathVariable String isbn) {
        Book book = catalog.find(isbn);
        if (book == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return book;
    }

    @GetMapping("/queries")
    long queries() {
        return queries.count();
    }

    @PutMapping("/books/{isbn}/price")
    Book changePrice(@PathVariable String isbn, @RequestParam BigDecimal price) {
        if (price.signum() < 0 || price.scale() > 2 || price.compareTo(MOST) > 0) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        Book book = catalog.changePrice(isbn, price);
        if (book == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return book;
    }
}
