package com.example.bookstore;

import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    @GetMapping("/orders/counts")
    Map<String, Long> counts() {
        return Map.of("new", orders.count("NEW"), "cancelled", orders.count("CANCELLED"));
    }
}
