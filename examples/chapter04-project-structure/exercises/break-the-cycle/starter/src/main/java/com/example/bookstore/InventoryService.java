package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Service;

@Service
public class InventoryService {

    private final OrderService orders;
    private final Map<String, Integer> reserved = new ConcurrentHashMap<>();

    InventoryService(OrderService orders) {
        this.orders = orders;
    }

    void reserve(String isbn) {
        reserved.merge(isbn, 1, Integer::sum);
    }

    public int reserved(String isbn) {
        return reserved.getOrDefault(isbn, 0);
    }

    /** 还有没完成的订单，就不能下架。 */
    public boolean canRemove(String isbn) {
        return !orders.hasOpenOrder(isbn);
    }
}
