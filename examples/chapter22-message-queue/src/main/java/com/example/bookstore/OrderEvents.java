package com.example.bookstore;

import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;
import org.springframework.stereotype.Component;

// region send
@Component
public class OrderEvents {

    private final KafkaTemplate<String, OrderPlaced> kafka;
    private final String topic;

    public OrderEvents(KafkaTemplate<String, OrderPlaced> kafka,
            @Value("${bookstore.topic}") String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    /** 键是顾客：同一位顾客的订单进同一个分区。 */
    public CompletableFuture<SendResult<String, OrderPlaced>> placed(OrderPlaced order) {
        return kafka.send(topic, order.customer(), order);
    }
}
// endregion send
