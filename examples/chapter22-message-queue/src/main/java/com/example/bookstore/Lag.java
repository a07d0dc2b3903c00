package com.example.bookstore;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How far a group is behind, per partition, and since when its oldest unread message waits. */
public final class Lag {

    /** One partition of one group; {@code waiting} is zero when nothing waits. */
    public record Row(TopicPartition partition, long committed, long end, Duration waiting) {

        public long lag() {
            return end - committed;
        }
    }

    private Lag() {
    }

    // region rows
    /**
     * @param servers 代理的地址
     * @param group 消费组的名字
     * @throws IllegalStateException 代理十秒没有答复
     */
    public static List<Row> of(String servers, String group) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", servers,
                "request.timeout.ms", 5_000, "default.api.timeout.ms", 10_000);
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin
                    .listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
            Map<TopicPartition, OffsetSpec> latest = committed.keySet().stream()
                    .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
            Map<TopicPartition, ListOffsetsResultInfo> ends =
                    admin.listOffsets(latest).all().get();
            return committed.keySet().stream()
                    .sorted(Comparator.comparing(TopicPartition::toString))
                    .map(p -> row(servers, p,
                            committed.get(p).offset(), ends.get(p).offset()))
                    .toList();
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException(
                    "问不到 " + servers + "：" + ex.getCause().getMessage(), ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
    // endregion rows

    // region waiting
    /** 最老的一条没有读的消息，是几时写进去的。 */
    private static Row row(String servers, TopicPartition partition,
            long committed, long end) {
        if (committed >= end) {
            return new Row(partition, committed, end, Duration.ZERO);
        }
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", servers, "max.poll.records", 1);
        try (var consumer = new KafkaConsumer<>(settings,
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, committed);
            Duration waiting = Duration.ZERO;
            for (ConsumerRecord<?, ?> oldest : consumer.poll(Duration.ofSeconds(5))) {
                waiting = Duration.between(
                        Instant.ofEpochMilli(oldest.timestamp()), Instant.now());
            }
            return new Row(partition, committed, end, waiting);
        }
    }
    // endregion waiting

    /** Arguments: the broker's address and the group. */
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("用法：Lag localhost:9092 mail");
            System.exit(1);
        }
        try {
            for (Row row : of(args[0], args[1])) {
                System.out.printf("%s  读到 %d  末尾 %d  落后 %d  最老的等了 %d 秒%n", row.partition(),
                        row.committed(), row.end(), row.lag(), row.waiting().toSeconds());
            }
        }
        catch (IllegalStateException ex) {
            System.err.println(ex.getMessage());
            System.exit(1);
        }
    }
}
