package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;

/** Neither its Kafka nor its collector of metrics answers; it goes on running. */
@SpringBootApplication
public class BookstoreApplication {

    @KafkaListener(id = "orders", topics = "orders")
    void received(String order) {
        System.out.println(order);
    }

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args).getBean(JdbcTemplate.class).execute("select 1");
    }
}
