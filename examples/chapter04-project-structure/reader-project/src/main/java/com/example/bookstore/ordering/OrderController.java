package com.example.bookstore.ordering;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    ResponseEntity<Order> place(@RequestBody OrderRequest request) {
        return ResponseEntity.of(orders.place(request.isbn(), request.quantity()));
    }
}
