package com.example.bookstore;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How far a group is behind, per partition, and since when its oldest unread message waits. */
public final class Lag {

    /**
     * One partition of one group; {@code waiting} is zero when nothing waits. {@code committed} is {@link #NEVER}
     * for a partition without a commit, {@code first} the oldest offset that the broker still has, {@code next} the
     * oldest record still to be read, or the end.
     */
    public record Row(TopicPartition partition, long committed, long first, long next, long end, Duration waiting) {

        public static final long NEVER = -1;

        /** What is still there to be read; each end marker of a transaction behind the next record counts as well. */
        public long lag() {
            return end - next;
        }

        /** Empty when all is well, otherwise what a reader of the lag must know. */
        public String note() {
            if (committed == NEVER) {
                return "  还没有提交过";
            }
            if (committed < first) {
                return "  " + (first - committed) + " 条没有读就过期了";
            }
            return committed > end ? "  提交的位移比末尾还大，末尾的消息多半丢了" : "";
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
            Set<TopicPartition> partitions = partitions(admin, group, committed.keySet());
            Map<TopicPartition, Long> first =
                    offsets(admin, partitions, OffsetSpec.earliest());
            Map<TopicPartition, Long> end =
                    offsets(admin, partitions, OffsetSpec.latest());
            return partitions.stream()
                    .sorted(Comparator.comparing(TopicPartition::topic)
                            .thenComparingInt(TopicPartition::partition))
                    .map(p -> row(servers, p, committed.get(p), first.get(p), end.get(p)))
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

    /** 提交过位移的分区，加上现在有人在读、却还没有提交过的。 */
    private static Set<TopicPartition> partitions(Admin admin, String group,
            Set<TopicPartition> committed) throws ExecutionException, InterruptedException {
        Set<TopicPartition> all = new HashSet<>(committed);
        try {
            admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get()
                    .members().forEach(member ->
                            all.addAll(member.assignment().topicPartitions()));
        }
        catch (ExecutionException ex) {
            if (!(ex.getCause() instanceof GroupIdNotFoundException)) {
                throw ex;
            }
        }
        return all;
    }

    private static Map<TopicPartition, Long> offsets(Admin admin, Set<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(p -> p, p -> which))).all().get()
                .entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().offset()));
    }

    private static Row row(String servers, TopicPartition partition, OffsetAndMetadata committed, long first, long end) {
        long offset = committed == null ? Row.NEVER : committed.offset();
        return oldest(servers, partition, Math.max(offset, first), end)
                .map(record -> new Row(partition, offset, first, record.offset(), end, since(record)))
                .orElseGet(() -> new Row(partition, offset, first, end, end, Duration.ZERO));
    }

    /** The sender's clock may be ahead of this one. */
    private static Duration since(ConsumerRecord<?, ?> record) {
        Duration since = Duration.between(Instant.ofEpochMilli(record.timestamp()), Instant.now());
        return since.isNegative() ? Duration.ZERO : since;
    }

    // region waiting
    /** 最老的一条没有读的消息；末尾只剩事务的标记，就没有。 */
    static Optional<ConsumerRecord<byte[], byte[]>> oldest(String servers,
            TopicPartition partition, long next, long end) {
        if (next >= end) {
            return Optional.empty();
        }
        Map<String, Object> settings = Map.of("bootstrap.servers", servers,
                "max.poll.records", 1, "default.api.timeout.ms", 10_000);
        try (var consumer = new KafkaConsumer<>(settings,
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, next);
            Instant limit = Instant.now().plusSeconds(10);
            while (Instant.now().isBefore(limit)) {
                for (var oldest : consumer.poll(Duration.ofSeconds(1))) {
                    return Optional.of(oldest);
                }
                if (consumer.position(partition) >= end) {
                    return Optional.empty();
                }
            }
            throw new IllegalStateException("十秒没有取到 " + partition + " 的消息");
        }
    }
    // endregion waiting

    /** A container often has no LANG, and would print question marks: there it is UTF-8. */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        return Charset.forName(System.getProperty(property, "UTF-8")).newEncoder().canEncode('读') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** The client tells a page of settings each time one starts, in the output if nothing else is set. */
    private static void silenceTheClient() {
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("slf4j.internal.verbosity", "WARN"); // or SLF4J says which provider it takes
    }

    /** Arguments: the broker's address and the group. */
    public static void main(String[] args) {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        silenceTheClient();
        if (args.length != 2) {
            System.err.println("用法：Lag localhost:9092 mail");
            System.exit(1);
        }
        try {
            List<Row> rows = of(args[0], args[1]);
            if (rows.isEmpty()) {
                System.err.println("组 " + args[1] + " 没有提交过位移，现在也没有人在读：先核对组名与地址");
                System.exit(1);
            }
            for (Row row : rows) {
                System.out.printf("%s  读到 %s  末尾 %d  落后 %d  最老的等了 %d 秒%s%n", row.partition(),
                        row.committed() == Row.NEVER ? "没有" : row.committed(), row.end(), row.lag(),
                        row.waiting().toSeconds(), row.note());
            }
        }
        catch (IllegalStateException ex) {
            System.err.println(ex.getMessage());
            System.exit(1);
        }
        catch (KafkaException ex) { // 地址写得不对，客户端都造不出来
            System.err.println("用不了 " + args[0] + "：" + (ex.getCause() == null ? ex : ex.getCause()).getMessage());
            System.exit(1);
        }
    }
}
