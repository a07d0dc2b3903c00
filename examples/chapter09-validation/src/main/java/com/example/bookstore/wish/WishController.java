package com.example.bookstore.wish;

import jakarta.validation.Valid;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WishController {

    private final Wishes wishes;

    public WishController(Wishes wishes) {
        this.wishes = wishes;
    }

    // region create
    @PostMapping("/wishes")
    @ResponseStatus(HttpStatus.CREATED)
    Wish create(@Valid @RequestBody WishRequest request) {
        return wishes.add(request.title());
    }
    // endregion create
}
