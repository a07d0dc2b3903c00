package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.openfeign.EnableFeignClients;

@SpringBootApplication
@EnableFeignClients
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("clients: " + context.getBeanNamesForType(CatalogClient.class).length);
        }
    }
}
