package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
        System.out.println("开门了");
    }
}
