package com.example.pitfalls;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.example.bookstore.Broker;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends a record to every partition of a topic again and again, until it is closed. */
final class Feed implements AutoCloseable {

    private final KafkaProducer<String, String> producer = Broker.producer();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    Feed(String topic, int partitions) {
        timer.scheduleAtFixedRate(() -> {
            for (int partition = 0; partition < partitions; partition++) {
                producer.send(new ProducerRecord<>(topic, partition, "li", "order"));
            }
        }, 0, 20, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.close();
        producer.close(Duration.ZERO); // What is still on its way nobody reads.
    }
}
