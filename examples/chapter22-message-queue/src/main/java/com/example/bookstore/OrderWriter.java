package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Places orders up to a number, going on after the last one stored. Arguments: dual or outbox, the database, the
 * broker, the topic, the last order, and where it stands still: stored-200 when order 200 is in the database and its
 * event not yet sent, sent-200 when the event is sent and the outbox does not know it yet.
 */
public final class OrderWriter {

    private OrderWriter() {
    }

    public static void main(String[] args) throws InterruptedException {
        boolean outboxed = args[0].equals("outbox");
        SingleConnectionDataSource database = new SingleConnectionDataSource(args[1], true);
        JdbcClient jdbc = JdbcClient.create(database);
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        long last = Long.parseLong(args[4]);
        String stand = args[5];
        try (var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", args[2], "linger.ms", 0),
                new StringSerializer(), new StringSerializer())) {
            Outbox outbox = new Outbox(jdbc, transaction, (key, event) -> {
                send(producer, args[3], key, event);
                pause(stand, "sent-" + event.substring("order-".length()));
            });
            if (outboxed) {
                // 上一次没有发完的，先发
                outbox.relay();
            }
            long first = jdbc.sql("select coalesce(max(id), 0) + 1 from book_order").query(Long.class).single();
            for (long id = first; id <= last; id++) {
                String customer = "customer-" + id % 7;
                if (outboxed) {
                    outbox.place(id, customer);
                    pause(stand, "stored-" + id);
                    outbox.relay();
                }
                else {
                    jdbc.sql("insert into book_order (id, customer) values (?, ?)").params(id, customer).update();
                    pause(stand, "stored-" + id);
                    send(producer, args[3], customer, "order-" + id);
                }
            }
        }
        System.out.println("ALL PLACED");
    }

    private static void send(KafkaProducer<String, String> producer, String topic, String key, String event) {
        try {
            producer.send(new ProducerRecord<>(topic, key, event)).get();
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException("Kafka 没有收下 " + event, ex.getCause());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static void pause(String stand, String here) {
        if (!here.equals(stand)) {
            return;
        }
        System.out.println("STANDS " + here);
        try {
            new CountDownLatch(1).await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
