package com.example.bookstore;

import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestControllerAdvice
public class ApiExceptionHandler {

    @ExceptionHandler
    String handle(IllegalArgumentException exception) {
        return exception.getMessage();
    }
}
