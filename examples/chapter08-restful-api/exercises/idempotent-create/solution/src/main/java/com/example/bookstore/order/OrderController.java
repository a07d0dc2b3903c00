package com.example.bookstore.order;

import com.example.bookstore.order.Orders.Order;

import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
public class OrderController {

    public record OrderRequest(long bookId, int quantity) {
    }

    // region create
    /** 一个键第一次用时的请求，和那次下成的单。 */
    private record Outcome(OrderRequest request, Order order) {
    }

    private final ConcurrentMap<String, Outcome> outcomes = new ConcurrentHashMap<>();
    private final Orders orders;

    public OrderController(Orders orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    public ResponseEntity<Order> create(
            @RequestHeader(name = "Idempotency-Key", required = false) String key,
            @RequestBody OrderRequest request) {
        if (key == null || key.isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "请带上 Idempotency-Key，重试时用同一个值");
        }
        // 查与下单是一步：同一个键同时到两次，第二个等第一个的结果。
        // 下单抛异常时什么也不记，客户端改好后可以用原来的键再试。
        Outcome outcome = outcomes.computeIfAbsent(key, unused -> new Outcome(request,
                place(request)));
        if (!outcome.request().equals(request)) {
            throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT,
                    "这个 Idempotency-Key 已用在内容不同的请求上");
        }
        Order order = outcome.order();
        return ResponseEntity.created(URI.create("/orders/" + order.id())).body(order);
    }

    private Order place(OrderRequest request) {
        try {
            return orders.place(request.bookId(), request.quantity());
        }
        catch (IllegalArgumentException ex) {
            throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT,
                    ex.getMessage(), ex);
        }
    }
    // endregion create
}
