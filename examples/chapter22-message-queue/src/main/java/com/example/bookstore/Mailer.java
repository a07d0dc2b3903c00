package com.example.bookstore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

// region listen
@Component
public class Mailer {

    private static final Logger log = LoggerFactory.getLogger(Mailer.class);

    private final List<String> mails = new CopyOnWriteArrayList<>();

    @KafkaListener(id = "mail", topics = "${bookstore.topic}")
    void send(ConsumerRecord<String, OrderPlaced> record) {
        OrderPlaced order = record.value();
        String mail = "分区 %d 位移 %d  %s 的 %s"
                .formatted(record.partition(), record.offset(),
                        order.customer(), order.orderId());
        log.info("寄信：{}", mail);
        mails.add(mail);
    }
    // endregion listen

    public List<String> mails() {
        return List.copyOf(mails);
    }
}
