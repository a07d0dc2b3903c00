package com.example.bookstore;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    record OrderRequest(@NotBlank String isbn, @Positive @Max(99) int quantity) {
    }

    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    // region post
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Sale place(@Valid @RequestBody OrderRequest request) {
        return orders.place(request.isbn(), request.quantity());
    }
    // endregion post

    @GetMapping("/books/{isbn}/sold")
    long sold(@PathVariable String isbn) {
        return orders.sold(isbn);
    }
}
