package com.example.bookstore;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;

/** Neither its Kafka nor its collector of metrics and spans answers; it goes on running. */
@SpringBootApplication
public class BookstoreApplication {

    @KafkaListener(id = "orders", topics = "orders")
    void received(String order) {
        System.out.println(order);
    }

    public static void main(String[] args) {
        var context = SpringApplication.run(BookstoreApplication.class, args);
        Observation.createNotStarted("order", context.getBean(ObservationRegistry.class))
                .observe(() -> context.getBean(JdbcTemplate.class).execute("select 1"));
    }
}
