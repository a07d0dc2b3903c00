package com.example.bookstore;

import javax.sql.DataSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            context.getBean(JdbcTemplate.class).execute("select 1");
            System.out.println("pool: " + context.getBean(DataSource.class).getClass().getName());
        }
    }
}
