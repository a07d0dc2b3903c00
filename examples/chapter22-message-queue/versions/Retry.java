package com.example.bookstore;

import org.springframework.kafka.annotation.BackOff;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;

/** Written like the chapter's listing. */
class Retry {

    @RetryableTopic(attempts = "4", backOff = @BackOff(delay = 200, multiplier = 2))
    @KafkaListener(topics = "orders", groupId = "retry")
    void handle(String order) {
    }
}
