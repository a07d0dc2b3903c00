package com.example.layered.repository;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import com.example.layered.model.Order;
import org.springframework.stereotype.Repository;

@Repository
public class OrderRepository {

    private final Map<Long, Order> orders = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    public long nextId() {
        return lastId.incrementAndGet();
    }

    public Order save(Order order) {
        orders.put(order.id(), order);
        return order;
    }
}
