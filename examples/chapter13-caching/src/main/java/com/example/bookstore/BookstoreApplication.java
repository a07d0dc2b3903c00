package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

// region enable
@SpringBootApplication
@EnableCaching
public class BookstoreApplication {
    // endregion enable

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }
}
