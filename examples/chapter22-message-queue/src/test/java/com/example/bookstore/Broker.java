package com.example.bookstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

import com.example.book.parts.KafkaBroker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The one broker of this JVM's tests; every test has topics of its own. */
public final class Broker {

    /** The log of this JVM, which applications set up and tests read. */
    public static final String LOG = "log";

    private static KafkaBroker broker;

    private Broker() {
    }

    public static synchronized String servers() {
        if (broker == null) {
            broker = KafkaBroker.start();
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        }
        return broker.bootstrapServers();
    }

    /** A new topic, with settings, names and values by turns. */
    public static String topic(int partitions, String... more) {
        Map<String, String> configs = new HashMap<>();
        settings((Object[]) more).forEach((key, value) -> configs.put(key, (String) value));
        String name = "orders-" + UUID.randomUUID().toString().substring(0, 8);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configs))).all().get();
            return name;
        }
        catch (ExecutionException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    public static KafkaProducer<String, String> producer(Object... more) {
        Map<String, Object> settings = settings(more);
        settings.putIfAbsent("bootstrap.servers", servers());
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    public static void send(String topic, String key, String... values) {
        try (var producer = producer()) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, key, value)).get();
            }
        }
        catch (ExecutionException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    public static KafkaConsumer<String, String> consumer(String group, Object... more) {
        Map<String, Object> settings = settings(more);
        settings.putIfAbsent("bootstrap.servers", servers());
        settings.putIfAbsent("group.id", group);
        settings.putIfAbsent("auto.offset.reset", "earliest");
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }

    /** Everything that the topic holds now, in the order in which one consumer gets it. */
    public static List<ConsumerRecord<String, String>> all(String topic, Object... more) {
        try (var consumer = consumer("reader-" + UUID.randomUUID(), more)) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new org.apache.kafka.common.TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    private static Map<String, Object> settings(Object... more) {
        Map<String, Object> settings = new HashMap<>();
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return settings;
    }
}
