package com.example.bookstore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import com.example.audit.AuditLog;

@RestController
public class BookController {

    private final ObjectProvider<AuditLog> audit;

    BookController(ObjectProvider<AuditLog> audit) {
        this.audit = audit;
    }

    @GetMapping("/books/{isbn}")
    public Book one(@PathVariable String isbn) {
        audit.ifAvailable(log -> log.read(isbn));
        if (!isbn.equals("978-1")) {
            throw new BookMissing();
        }
        return new Book("春天的启动", "978-1");
    }

    @ResponseStatus(code = HttpStatus.NOT_FOUND, reason = "没有这本书")
    static class BookMissing extends RuntimeException {
    }
}
