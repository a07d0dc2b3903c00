package com.example.worker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Arguments: servers, topic, "work-first" or "commit-first", and the value at which it stands still between the two. */
public final class Worker {

    private Worker() {
    }

    public static void main(String[] args) throws InterruptedException {
        // 固定的成员编号：重新启动的进程马上接过原来的分区，不用等会话过期
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0], "group.id", args[1] + "-" + args[2],
                "group.instance.id", "worker", "auto.offset.reset", "earliest", "enable.auto.commit", false);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(args[1]));
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                    boolean stop = record.value().equals(args[3]);
                    if (args[2].equals("work-first")) {
                        System.out.println("WORK " + record.value());
                        pause(stop);
                        commit(consumer, record);
                    }
                    else {
                        commit(consumer, record);
                        pause(stop);
                        System.out.println("WORK " + record.value());
                    }
                }
            }
        }
    }

    private static void commit(KafkaConsumer<?, ?> consumer, ConsumerRecord<?, ?> record) {
        consumer.commitSync(Map.of(new TopicPartition(record.topic(), record.partition()),
                new OffsetAndMetadata(record.offset() + 1)));
    }

    private static void pause(boolean stop) throws InterruptedException {
        if (stop) {
            System.out.println("BETWEEN");
            new CountDownLatch(1).await();
        }
    }
}
