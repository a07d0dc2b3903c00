package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@SpringBootApplication
public class BookstoreApplication {

    @Component
    static class Catalog {

        Catalog(RestClient.Builder builder) {
            builder.baseUrl("http://localhost").build();
        }
    }

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args).close();
    }
}
