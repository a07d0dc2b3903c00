package com.example.bookstore;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookController {

    record BookRequest(@NotBlank String title) {
    }

    @PostMapping("/books")
    String create(@Valid @RequestBody BookRequest request) {
        return request.title();
    }
}
