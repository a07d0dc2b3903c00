package com.example.bookstore.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

@ResponseStatus(HttpStatus.CONFLICT)
public class DuplicateIsbnException extends RuntimeException {

    public DuplicateIsbnException(Isbn isbn) {
        super("ISBN 已经上架：" + isbn.digits());
    }
}
