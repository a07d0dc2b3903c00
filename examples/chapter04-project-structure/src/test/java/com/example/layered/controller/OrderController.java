package com.example.layered.controller;

import com.example.layered.dto.OrderRequest;
import com.example.layered.model.Order;
import com.example.layered.service.OrderService;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {

    private final OrderService orders;

    public OrderController(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    public ResponseEntity<Order> place(@RequestBody OrderRequest request) {
        return ResponseEntity.of(orders.place(request.isbn(), request.quantity()));
    }
}
