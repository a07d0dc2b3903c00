package com.example.layered.controller;

import com.example.layered.dto.OrderRequest;
import com.example.layered.model.Order;
import com.example.layered.service.OrderService;
import org.springframework.http.HttpStatus;
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
        return orders.place(request.isbn(), request.quantity(), request.message())
                .map(order -> ResponseEntity.status(HttpStatus.CREATED).body(order))
                // 地址没有错，错的是请求体里的 ISBN，所以不是 404
                .orElseGet(() -> ResponseEntity.unprocessableContent().build());
    }
}
