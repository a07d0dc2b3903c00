package com.example.bookstore.ordering;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.stereotype.Repository;

@Repository
class OrderRepository {

    private final Map<Long, Order> orders = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    long nextId() {
        return lastId.incrementAndGet();
    }

    Order save(Order order) {
        orders.put(order.id(), order);
        return order;
    }
}
