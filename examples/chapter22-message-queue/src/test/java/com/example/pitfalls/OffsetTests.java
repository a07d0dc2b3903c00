package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.Broker;
import com.example.bookstore.ShortLived;
import com.example.worker.Worker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(120)
class OffsetTests {

    private static RunningProgram worker(String topic, String order, String stopAt) {
        return RunningProgram.start(ShortLived.testCommand(Worker.class, Broker.servers(), topic, order, stopAt),
                Recording.module(), Map.of());
    }

    private static String killedBetween(String order) {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", IntStream.rangeClosed(1, 5).mapToObj(i -> "order-" + i).toArray(String[]::new));
        String first;
        try (RunningProgram worker = worker(topic, order, "order-3")) {
            worker.await("BETWEEN");
            first = worker.output();
            worker.kill();
        }
        try (RunningProgram worker = worker(topic, order, "")) {
            worker.await("WORK order-5");
            return "杀掉之前  " + done(first) + "\n重启之后  " + done(worker.output()) + "\n";
        }
    }

    private static String done(String output) {
        return output.lines().filter(line -> line.startsWith("WORK")).map(line -> line.substring(5))
                .collect(Collectors.joining(" "));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void workFirst() {
        String runs = killedBetween("work-first");
        Recording.checkVerbatim("work-first.txt", runs);
        assertThat(runs.split("order-3", -1)).as("order-3 做了两次").hasSize(3);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void commitFirst() {
        String runs = killedBetween("commit-first");
        Recording.checkVerbatim("commit-first.txt", runs);
        assertThat(runs).as("order-3 没有人做").doesNotContain("order-3");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void expelled() throws Exception {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1");
        CountDownLatch taken = new CountDownLatch(1);
        try (KafkaConsumer<String, String> slow = Broker.consumer(topic, "max.poll.interval.ms", 1500,
                "enable.auto.commit", false)) {
            slow.subscribe(List.of(topic));
            while (slow.poll(Duration.ofMillis(200)).isEmpty()) {
                assertThat(slow.groupMetadata().groupId()).isEqualTo(topic);
            }
            Thread other = Thread.ofPlatform().start(() -> {
                try (KafkaConsumer<String, String> second = Broker.consumer(topic)) {
                    second.subscribe(List.of(topic));
                    while (second.poll(Duration.ofMillis(200)).isEmpty() && !Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    taken.countDown();
                }
            });
            // 处理一条要这么久：等到别人已经拿走了它
            taken.await();
            Throwable thrown = catchThrowable(slow::commitSync);
            assertThat(thrown).isInstanceOf(CommitFailedException.class);
            Recording.check("commit-failed.txt", thrown);
            other.join();
        }
        expelledByTheNewProtocol();
    }

    /** The same with the new protocol: another message, and a commit of what it holds is one of nothing. */
    private static void expelledByTheNewProtocol() {
        String topic = Broker.topic(1);
        TopicPartition partition = new TopicPartition(topic, 0);
        Broker.send(topic, "li", "order-1");
        try (var slow = Broker.consumer(topic, "group.protocol", "consumer", "max.poll.interval.ms", 1500,
                "enable.auto.commit", false)) {
            slow.subscribe(List.of(topic));
            await().atMost(Duration.ofSeconds(60)).until(() -> !slow.poll(Duration.ofMillis(200)).isEmpty());
            try (var second = Broker.consumer(topic, "group.protocol", "consumer", "enable.auto.commit", false)) {
                second.subscribe(List.of(topic));
                await().atMost(Duration.ofSeconds(60)).until(() -> !second.poll(Duration.ofMillis(200)).isEmpty());
                assertThat(catchThrowable(() -> slow.commitSync(Map.of(partition, new OffsetAndMetadata(1)))))
                        .isInstanceOf(CommitFailedException.class).hasMessageStartingWith("OffsetCommit failed with unknown member ID");
                assertThat(catchThrowable(slow::commitSync)).isNull();
                assertThat(second.committed(Set.of(partition)).get(partition)).as("什么也没有提交").isNull();
            }
        }
    }

    @Test
    void latestMisses() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1");
        try (KafkaConsumer<String, String> consumer = Broker.consumer(topic, "auto.offset.reset", "latest")) {
            consumer.subscribe(List.of(topic));
            while (consumer.assignment().isEmpty()) {
                assertThat(consumer.poll(Duration.ofMillis(100))).isEmpty();
            }
            consumer.position(consumer.assignment().iterator().next());
            Broker.send(topic, "li", "order-2");
            List<String> values = new ArrayList<>();
            while (values.isEmpty()) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
            assertThat(values).containsExactly("order-2");
        }
    }

    @Test
    void orderWithinPartition() {
        String topic = Broker.topic(2);
        // 两个顾客轮流下单，键不同，可能在两个分区
        try (var producer = Broker.producer()) {
            for (int i = 1; i <= 6; i++) {
                producer.send(new ProducerRecord<>(topic, i % 2, i % 2 == 0 ? "li" : "zhang", "order-" + i));
            }
        }
        var all = Broker.all(topic);
        assertThat(all).as("一个消费者收到的先后，不是下单的先后").extracting(record -> record.value()).hasSize(6)
                .isNotEqualTo(IntStream.rangeClosed(1, 6).mapToObj(i -> "order-" + i).toList());
        Map<Integer, String> got = all.stream().collect(Collectors.groupingBy(
                record -> record.partition(), TreeMap::new,
                Collectors.mapping(record -> record.value().substring(6), Collectors.joining(" "))));
        assertThat(got).isEqualTo(Map.of(0, "2 4 6", 1, "1 3 5"));
        Recording.checkVerbatim("two-partitions.txt", "下单的顺序  1 2 3 4 5 6\n分区 0      %s\n分区 1      %s\n"
                .formatted(got.get(0), got.get(1)));
    }

    private static void sendEach(String topic, List<String> keys, String value) {
        try (var producer = Broker.producer()) {
            keys.forEach(key -> producer.send(new ProducerRecord<>(topic, key, value)));
        }
    }

    @Test
    void morePartitionsMoveKeys() throws Exception {
        String topic = Broker.topic(3);
        List<String> customers = IntStream.range(0, 20).mapToObj(i -> "customer-" + i).toList();
        sendEach(topic, customers, "before");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(6))).all().get();
        }
        // Whoever has once been told of three believes it for minutes: each time a new producer asks.
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            try (var producer = Broker.producer()) {
                return producer.partitionsFor(topic).size() == 6;
            }
        });
        sendEach(topic, customers, "after");
        Map<String, Long> places = Broker.all(topic).stream().collect(Collectors.groupingBy(
                record -> record.key(), Collectors.collectingAndThen(Collectors.toList(),
                        list -> list.stream().map(record -> record.partition()).distinct().count())));
        long moved = places.values().stream().filter(count -> count == 2).count();
        assertThat(moved).isPositive();
        Recording.checkVerbatim("moved-keys.txt", "20 位顾客，分区从 3 个加到 6 个\n换了分区的顾客  %d 位\n".formatted(moved));
    }

    @Test
    void sameKeySamePartition() {
        String topic = Broker.topic(3);
        for (String customer : List.of("zhang", "li", "wang", "zhao", "qian")) {
            Broker.send(topic, customer, "a", "b", "c");
        }
        Map<String, Long> partitions = Broker.all(topic).stream().collect(Collectors.groupingBy(
                record -> record.key(), Collectors.collectingAndThen(Collectors.toList(),
                        list -> list.stream().map(record -> record.partition()).distinct().count())));
        assertThat(partitions.values()).containsOnly(1L);
    }

    @Test
    void consumeTransformProduceIsExactlyOnceWithinKafka() {
        String orders = Broker.topic(1);
        String mails = Broker.topic(1);
        String group = "mailer-" + orders;
        Broker.send(orders, "li", "order-1");
        // The first run sends the mail and is cut off before the transaction commits; the second finishes.
        for (boolean cutOff : new boolean[] {true, false}) {
            try (var consumer = Broker.consumer(group, "enable.auto.commit", false);
                    var producer = Broker.producer("transactional.id", group)) {
                producer.initTransactions();
                consumer.subscribe(List.of(orders));
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(200));
                while (records.isEmpty()) {
                    records = consumer.poll(Duration.ofMillis(200));
                }
                producer.beginTransaction();
                records.forEach(record -> producer.send(new ProducerRecord<>(mails, record.key(), "mail " + record.value())));
                producer.sendOffsetsToTransaction(Map.of(new TopicPartition(orders, 0), new OffsetAndMetadata(1)),
                        consumer.groupMetadata());
                producer.flush();
                if (cutOff) {
                    producer.abortTransaction(); // with it goes the offset: the order is read again
                    continue;
                }
                producer.commitTransaction();
            }
        }
        assertThat(values(mails, "read_committed")).isEqualTo("mail order-1");
        assertThat(values(mails, "read_uncommitted")).isEqualTo("mail order-1 mail order-1");
        Recording.checkVerbatim("exactly-once.txt", "写了两次，第一次放弃\nread_committed            "
                + values(mails, "read_committed") + "\nread_uncommitted（默认）  " + values(mails, "read_uncommitted") + "\n");
    }

    @Test
    void idempotenceDoesNotKnowASecondSend() {
        String topic = Broker.topic(1);
        try (var producer = Broker.producer()) {
            // On by default since Kafka 3: the broker drops a batch that the client sends again by itself.
            assertThat(new ProducerConfig(Map.of("bootstrap.servers", Broker.servers(), "key.serializer",
                    StringSerializer.class, "value.serializer", StringSerializer.class))
                    .getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)).isTrue();
            producer.send(new ProducerRecord<>(topic, "li", "order-1"));
            producer.send(new ProducerRecord<>(topic, "li", "order-1")); // our own second try
        }
        assertThat(Broker.all(topic)).hasSize(2);
    }

    /** Where a topic is kept once, two copies cannot be asked for. */
    @Test
    void oneCopyIsTakenWhateverTheLeastNumber() throws Exception {
        String topic = "orders-copies-" + System.nanoTime();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(Map.of("min.insync.replicas", "2"))))
                    .all().get();
        }
        Broker.send(topic, "li", "order-1");
        assertThat(Broker.all(topic)).hasSize(1);
    }

    /** A broker that has answered before, and then takes nothing more: it slows this client down. */
    @Test
    void waitsForTheDeliveryOnceConnected() throws Exception {
        String topic = Broker.topic(1);
        assertThat(ProducerConfig.configDef().defaultValues()).containsEntry("delivery.timeout.ms", 120_000);
        ClientQuotaEntity client = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, topic));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            admin.alterClientQuotas(List.of(new ClientQuotaAlteration(client,
                    List.of(new ClientQuotaAlteration.Op("producer_byte_rate", 1.0))))).all().get();
        }
        try (var producer = Broker.producer("client.id", topic, "max.block.ms", 600, "delivery.timeout.ms", 2000,
                "request.timeout.ms", 1500, "linger.ms", 0)) {
            // On a busy machine even the first answer may take longer than this client waits for one.
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> !producer.partitionsFor(topic).isEmpty());
            Throwable thrown = null;
            long start = 0;
            for (int sent = 0; thrown == null && sent < 100; sent++) {
                start = System.nanoTime();
                thrown = catchThrowable(() -> producer.send(new ProducerRecord<>(topic, "li", "x".repeat(10_000))).get());
            }
            assertThat(thrown).isInstanceOf(ExecutionException.class).cause().isInstanceOf(TimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1900));
        }
    }

    /** Who shortens the one has to shorten the other: 30 s for a request by default. */
    @Test
    void theDeliveryTakesAtLeastAsLongAsARequest() {
        assertThat(catchThrowable(() -> Broker.producer("delivery.timeout.ms", 10_000).close()))
                .rootCause().isInstanceOf(ConfigException.class)
                .hasMessageContaining("request.timeout.ms");
        Broker.producer("delivery.timeout.ms", 10_000, "request.timeout.ms", 5000).close();
    }

    @Test
    void transactions() {
        String topic = Broker.topic(1);
        try (var producer = Broker.producer("transactional.id", "bookstore-" + topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "li", "order-1"));
            // 代理已经有了它，事务才放弃
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "li", "order-2"));
            producer.commitTransaction();
        }
        String text = "read_uncommitted（默认）  " + values(topic, "read_uncommitted")
                + "\nread_committed            " + values(topic, "read_committed") + "\n";
        Recording.checkVerbatim("isolation.txt", text);
        assertThat(values(topic, "read_committed")).isEqualTo("order-2");
    }

    private static String values(String topic, String isolation) {
        return Broker.all(topic, "isolation.level", isolation).stream().map(record -> record.value())
                .collect(Collectors.joining(" "));
    }
}
