package com.example.bookstore.order;

import com.example.bookstore.order.Orders.Order;

import java.net.URI;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {

    public record OrderRequest(long bookId, int quantity) {
    }

    private final Orders orders;

    public OrderController(Orders orders) {
        this.orders = orders;
    }

    // region create
    @PostMapping("/orders")
    public ResponseEntity<Order> create(
            @RequestHeader(name = "Idempotency-Key", required = false) String key,
            @RequestBody OrderRequest request) {
        Order order = orders.place(request.bookId(), request.quantity());
        return ResponseEntity.created(URI.create("/orders/" + order.id())).body(order);
    }
    // endregion create
}
