package com.example.bookstore.catalog;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;

import java.net.URI;
import java.util.concurrent.CompletableFuture;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping(path = "/books", produces = MediaType.APPLICATION_JSON_VALUE)
class BookController {

    private final Books books;
    private final Notifications notifications;

    BookController(Books books, Notifications notifications) {
        this.books = books;
        this.notifications = notifications;
    }

    // region sync
    @GetMapping("/{id}")
    Book get(@PathVariable long id) {
        return books.get(id);
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> create(@Valid @RequestBody BookRequest request) {
        return ResponseEntity.created(URI.create("/books/3")).build();
    }

    @PostMapping("/{id}/orders")
    ResponseEntity<Void> order(@PathVariable long id,
            @RequestParam @Positive int quantity) {
        books.reserve(id, quantity);
        return ResponseEntity.noContent().build();
    }

    @PostMapping("/{id}/cover")
    ResponseEntity<Void> cover(@PathVariable long id,
            @RequestParam MultipartFile file) {
        books.get(id);
        return ResponseEntity.noContent().build();
    }

    @GetMapping("/{id}/report")
    Book report(@PathVariable long id) {
        throw new IllegalStateException(
                "连不上 jdbc:postgresql://10.0.3.7:5432/bookstore，用户 app，口令 s3cret");
    }
    // endregion sync

    // region async
    /** 供应商一直不回话。 */
    @GetMapping("/{id}/quote")
    DeferredResult<Book> quote(@PathVariable long id) {
        return new DeferredResult<>(200L);
    }

    @GetMapping("/{id}/rating")
    CompletableFuture<Book> rating(@PathVariable long id) {
        return CompletableFuture.supplyAsync(() -> books.get(id));
    }

    @PostMapping("/{id}/notification")
    ResponseEntity<Void> notification(@PathVariable long id) {
        notifications.send(id);
        return ResponseEntity.accepted().build();
    }
    // endregion async
}
