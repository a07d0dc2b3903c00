package com.example.bookstore;

import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;

/** Two services with fields of each other's type, both with an {@code @Async} method; the switch is on. */
@SpringBootApplication
@EnableAsync
public class AsyncCycle {

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AsyncCycle.class,
                "--spring.main.allow-circular-references=true")) {
            System.out.println("inventory on " + context.getBean(OrderService.class).callInventory());
            System.out.println("orders on " + context.getBean(InventoryService.class).callOrders());
        }
    }

    private static CompletableFuture<String> thread() {
        return CompletableFuture.completedFuture(Thread.currentThread().getName());
    }

    @Service
    static class OrderService {

        @Autowired
        InventoryService inventory;

        @Async
        public CompletableFuture<String> confirm() {
            return thread();
        }

        public String callInventory() {
            return inventory.restock().join();
        }
    }

    @Service
    static class InventoryService {

        @Autowired
        OrderService orders;

        @Async
        public CompletableFuture<String> restock() {
            return thread();
        }

        public String callOrders() {
            return orders.confirm().join();
        }
    }
}
