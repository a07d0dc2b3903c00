package com.example.bookstore;

import java.util.concurrent.CountDownLatch;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Starts the bookstore, sends an order and tells what it reads of the topic until that order has come. */
@Component
public class Shop {

    private final CountDownLatch own = new CountDownLatch(1);

    /** Beside the one that the bookstore has. */
    @KafkaListener(id = "shop", topics = "${bookstore.topic}")
    void read(ConsumerRecord<String, OrderPlaced> record) {
        System.out.printf("Spring Boot %s 读到 %s，cents=%d%n", SpringBootVersion.getVersion(),
                record.value().orderId(), record.value().cents());
        if (record.value().orderId().equals("order-2")) {
            own.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            context.getBean(OrderEvents.class).placed(new OrderPlaced("order-2", "li", 2300)).join();
            context.getBean(Shop.class).own.await();
        }
    }
}
