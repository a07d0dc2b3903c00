package com.example.bookstore;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.retry.annotation.Backoff;

/** The same, as Spring Kafka 3 has it. */
class RetryBefore {

    @RetryableTopic(attempts = "4", backoff = @Backoff(delay = 200, multiplier = 2))
    @KafkaListener(topics = "orders", groupId = "retry")
    void handle(String order) {
    }
}
