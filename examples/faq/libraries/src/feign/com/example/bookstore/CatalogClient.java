package com.example.bookstore;

import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;

@FeignClient(name = "catalog", url = "http://localhost:8081")
public interface CatalogClient {

    @GetMapping("/books")
    String books();
}
