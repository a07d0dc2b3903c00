package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Places orders up to the third, going on after the last one stored, in a process of its own that can be killed.
 * Arguments: the database, the broker, the topic, and where it stands still for ever: before or after which event.
 */
final class OrderProcess {

    static final int ORDERS = 3;

    private OrderProcess() {
    }

    public static void main(String[] args) {
        SingleConnectionDataSource database = new SingleConnectionDataSource(args[0], true);
        String stand = args[3];
        try (var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", args[1], "linger.ms", 0),
                new StringSerializer(), new StringSerializer())) {
            Orders orders = new Orders(database, event -> {
                standStill(stand, "before " + event);
                send(producer, args[2], event);
                standStill(stand, "after " + event);
            });
            orders.relay();
            long first = JdbcClient.create(database).sql("select coalesce(max(id), 0) + 1 from book_order")
                    .query(Long.class).single();
            for (long id = first; id <= ORDERS; id++) {
                orders.place(id);
                orders.relay();
            }
        }
        finally {
            database.destroy();
        }
    }

    private static void send(KafkaProducer<String, String> producer, String topic, String event) {
        try {
            producer.send(new ProducerRecord<>(topic, event)).get();
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException("Kafka 没有收下 " + event, ex.getCause());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static void standStill(String where, String here) {
        if (where.equals(here)) {
            System.out.println("STANDS " + here);
            try {
                new CountDownLatch(1).await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
