package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class UnknownBookException extends ResponseStatusException {

    UnknownBookException(String isbn) {
        super(HttpStatus.NOT_FOUND, "没有这本书：" + isbn);
    }
}
