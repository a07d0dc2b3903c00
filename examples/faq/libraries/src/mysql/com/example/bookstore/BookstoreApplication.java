package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            System.out.println("answer: "
                    + context.getBean(JdbcClient.class).sql("select 1").query(Integer.class).single());
        }
    }
}
