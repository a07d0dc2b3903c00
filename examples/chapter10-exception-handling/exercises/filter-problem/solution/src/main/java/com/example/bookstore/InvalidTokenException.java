package com.example.bookstore;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

class InvalidTokenException extends ErrorResponseException {

    InvalidTokenException(String detail) {
        super(HttpStatus.BAD_REQUEST);
        setDetail(detail);
    }
}
