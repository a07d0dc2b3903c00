package com.example.bookstore;

import java.util.ArrayList;
import java.util.List;

import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final InventoryService inventory;
    private final List<String> open = new ArrayList<>();

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
