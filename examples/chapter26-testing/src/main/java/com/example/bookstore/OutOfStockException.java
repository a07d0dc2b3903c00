package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class OutOfStockException extends ResponseStatusException {

    OutOfStockException(String isbn) {
        super(HttpStatus.CONFLICT, "库存不够：" + isbn);
    }
}
