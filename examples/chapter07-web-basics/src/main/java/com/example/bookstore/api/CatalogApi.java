package com.example.bookstore.api;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** 给别的域名上的页面调用。 */
@RestController
@RequestMapping("/api")
public class CatalogApi {

    private final AtomicInteger orders = new AtomicInteger();

    @GetMapping("/stock")
    ResponseEntity<Map<String, Integer>> stock() {
        return ResponseEntity.ok().header("X-Total-Count", "1").body(Map.of("stock", 10));
    }

    @PostMapping("/orders")
    Map<String, Integer> order(@RequestParam(defaultValue = "1") int quantity) {
        return Map.of("orders", orders.addAndGet(quantity));
    }

    public int orders() {
        return orders.get();
    }
}
