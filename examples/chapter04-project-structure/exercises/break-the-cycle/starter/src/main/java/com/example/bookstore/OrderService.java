package com.example.bookstore;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final InventoryService inventory;
    private final Set<String> open = ConcurrentHashMap.newKeySet();

    OrderService(InventoryService inventory) {
        this.inventory = inventory;
    }

    public void place(String isbn) {
        inventory.reserve(isbn);
        open.add(isbn);
    }

    public boolean hasOpenOrder(String isbn) {
        return open.contains(isbn);
    }
}
