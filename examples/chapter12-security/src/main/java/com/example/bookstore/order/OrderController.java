package com.example.bookstore.order;

import java.security.Principal;

import com.example.bookstore.order.Orders.Order;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping({"/orders", "/api/orders"})
class OrderController {

    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    // region endpoints
    @GetMapping("/{orderId}")
    ResponseEntity<Order> one(@PathVariable long orderId, Principal customer) {
        return ResponseEntity.of(orders.find(orderId, customer.getName()));
    }

    @DeleteMapping("/{orderId}")
    ResponseEntity<Void> cancel(@PathVariable long orderId, Principal customer) {
        boolean cancelled = orders.cancel(orderId, customer.getName());
        HttpStatus status = cancelled ? HttpStatus.NO_CONTENT : HttpStatus.NOT_FOUND;
        return ResponseEntity.status(status).build();
    }
    // endregion endpoints

    @GetMapping("/count")
    int count() {
        return orders.count();
    }
}
