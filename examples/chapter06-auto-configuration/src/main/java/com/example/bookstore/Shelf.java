package com.example.bookstore;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.springframework.stereotype.Component;

@Component
public class Shelf {

    public Shelf() {
        System.out.println("书架 | 构造器");
    }

    @PostConstruct
    void open() {
        System.out.println("书架 | 依赖都齐了，开门");
    }

    @PreDestroy
    void close() {
        System.out.println("书架 | 应用要停了，关门");
    }
}
