package com.example.bookstore.order;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/** 每本书卖了几本。 */
@Component
public class OrderCounter {

    private final Map<String, Integer> sold = new ConcurrentHashMap<>();

    void add(String title, int quantity) {
        sold.merge(title, quantity, Integer::sum);
    }

    public int sold(String title) {
        return sold.getOrDefault(title, 0);
    }
}
