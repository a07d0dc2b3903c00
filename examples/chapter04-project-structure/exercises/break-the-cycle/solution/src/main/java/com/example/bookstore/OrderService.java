package com.example.bookstore;

import org.springframework.stereotype.Service;

@Service
public class OrderService {

    private final InventoryService inventory;
    private final OpenOrders open;

    OrderService(InventoryService inventory, OpenOrders open) {
        this.inventory = inventory;
        this.open = open;
    }

    public void place(String isbn) {
        inventory.reserve(isbn);
        open.add(isbn);
    }

    public boolean hasOpenOrder(String isbn) {
        return open.contains(isbn);
    }
}
