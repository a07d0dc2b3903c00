package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class LagTests {

    /** Sends the orders, each in a transaction of its own or none, and commits an offset. */
    private static List<Lag.Row> after(int sent, int offset, boolean transactions) {
        String topic = Broker.topic(1);
        try (var producer = transactions ? Broker.producer("transactional.id", topic) : Broker.producer()) {
            if (transactions) {
                producer.initTransactions();
            }
            for (int i = 0; i < sent; i++) {
                if (transactions) {
                    producer.beginTransaction();
                }
                producer.send(new ProducerRecord<>(topic, "li", "order-" + i));
                if (transactions) {
                    producer.commitTransaction();
                }
            }
        }
        commit(topic, offset);
        return Lag.of(Broker.servers(), topic);
    }

    /** The commit of a transaction takes an offset too: with two of them there is an order at 0 and 2, a marker at 1 and 3. */
    @ParameterizedTest
    @CsvSource({"0,0,false,0", "3,3,false,0", "3,0,false,3", "3,1,false,2", "5,4,false,1", "2,3,true,0", "2,4,true,0",
        "2,1,true,2", "2,2,true,2"})
    void counts(int sent, int offset, boolean transactions, long lag) {
        assertThat(after(sent, offset, transactions)).singleElement().satisfies(row -> {
            assertThat(row.lag()).isEqualTo(lag);
            assertThat(row.waiting().isPositive()).isEqualTo(lag > 0);
            assertThat(row.waiting()).isLessThan(Duration.ofMinutes(1));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void withoutACommitThePartitionsThatAreReadCount(String protocol) {
        String topic = Broker.topic(2);
        Broker.send(topic, "li", "order-1", "order-2");
        try (var consumer = Broker.consumer(topic, "enable.auto.commit", false, "group.protocol", protocol)) {
            consumer.subscribe(List.of(topic));
            await().atMost(Duration.ofSeconds(60)).until(() -> !consumer.poll(Duration.ofMillis(200)).isEmpty());
            List<Lag.Row> rows = Lag.of(Broker.servers(), topic);
            assertThat(rows).hasSize(2).allSatisfy(row -> {
                assertThat(row.committed()).isEqualTo(Lag.Row.NEVER);
                assertThat(row.note()).contains("还没有提交过");
            });
            assertThat(rows.stream().mapToLong(Lag.Row::lag).sum()).isEqualTo(2);
            assertThat(rows).anySatisfy(row -> assertThat(row.waiting()).isPositive());
        }
    }

    /** Whoever reads what is committed has read all there is, and the end is still two further. */
    @Test
    void anAbortedTransactionAtTheEndCounts() {
        String topic = Broker.topic(1);
        try (var producer = Broker.producer("transactional.id", topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "li", "order-1"));
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "li", "order-2"));
            producer.flush();
            producer.abortTransaction();
        }
        commit(topic, 2);
        assertThat(Broker.all(topic, "isolation.level", "read_committed")).extracting(ConsumerRecord::value)
                .containsExactly("order-1");
        assertThat(Lag.of(Broker.servers(), topic)).singleElement().satisfies(row -> {
            assertThat(row.lag()).isEqualTo(2);
            assertThat(row.waiting()).isPositive();
        });
    }

    private static void commit(String topic, long offset) {
        try (var consumer = Broker.consumer(topic)) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)));
        }
    }

    @Test
    void expiredBeforeItWasRead() throws Exception {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1", "order-2", "order-3", "order-4");
        commit(topic, 1);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(3))).all().get();
        }
        Lag.Row row = Lag.of(Broker.servers(), topic).getFirst();
        assertThat(row.first()).isEqualTo(3);
        assertThat(row.lag()).as("还读得到的").isEqualTo(1);
        assertThat(row.waiting()).isPositive();
        ConsoleRun run = ShortLived.run(Lag.class, Broker.servers(), topic);
        assertThat(run.output()).contains("2 条没有读就过期了");
        Recording.check("lag-expired.txt", run.output().lines().filter(line -> line.startsWith(topic)).findFirst().orElseThrow()
                .replace(topic, "orders").replaceAll("等了 \\d+ 秒", "等了 0 秒"));
    }

    @Test
    void committedBeyondTheEnd() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1");
        commit(topic, 7); // as after a broker has lost the newest records
        Lag.Row row = Lag.of(Broker.servers(), topic).getFirst();
        assertThat(row.lag()).isZero();
        assertThat(row.waiting()).isZero();
        assertThat(row.note()).isEqualTo("  提交的位移比末尾还大，末尾的消息多半丢了");
    }

    @Test
    void theTimeIsTheSenders() {
        Duration hour = Duration.ofHours(1);
        assertThat(waitingSince(Instant.now().minus(hour))).isBetween(hour, hour.plusMinutes(1));
        assertThat(waitingSince(Instant.now().plusSeconds(600))).as("发送方的钟快了").isZero();
    }

    private static Duration waitingSince(Instant sent) {
        String topic = Broker.topic(1);
        try (var producer = Broker.producer()) {
            producer.send(new ProducerRecord<>(topic, 0, sent.toEpochMilli(), "li", "order-1"));
        }
        commit(topic, 0);
        return Lag.of(Broker.servers(), topic).getFirst().waiting();
    }

    @Test
    void unknownGroup() {
        assertThat(Lag.of(Broker.servers(), "nobody-" + System.nanoTime())).isEmpty();
    }

    /** Each of the two waits for ten seconds, in which the other tests go on. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void unreachable() {
        assertThatThrownBy(() -> Lag.of("127.0.0.1:1", "mail")).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("问不到 127.0.0.1:1");
        // A message that does not come is an error, not one that waits for zero seconds.
        TopicPartition partition = new TopicPartition("orders", 0);
        assertThatThrownBy(() -> Lag.oldest("127.0.0.1:1", partition, 0, 1))
                .isInstanceOf(IllegalStateException.class).hasMessage("十秒没有取到 orders-0 的消息");
    }

    @Test
    void command() {
        ConsoleRun wrong = ShortLived.run(Lag.class);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.output()).contains("用法");
    }

    /** Where nothing is set, the client logs its settings: not one line of them comes between the rows. */
    @Test
    void nothingButTheRowsIsPrinted() {
        String topic = Broker.topic(1);
        Broker.send(topic, "li", "order-1");
        commit(topic, 1);
        assertThat(ShortLived.run(Lag.class, Broker.servers(), topic).output().lines())
                .containsExactly(topic + "-0  读到 1  末尾 1  落后 0  最老的等了 0 秒");
    }

    /** In a container there is often no LANG: what it says is UTF-8 there, too. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "LC_ALL=C plays a system that knows only ASCII")
    void whereTheSystemKnowsOnlyAscii() {
        String topic = Broker.topic(1);
        commit(topic, 0);
        assertThat(ascii(Broker.servers(), topic)).contains("读到 0  末尾 0");
        assertThat(ascii()).contains("用法：Lag");
    }

    private static String ascii(String... arguments) {
        return ConsoleRun.run(ShortLived.command(Lag.class, arguments).stream()
                .filter(word -> !word.contains("encoding=")).toList(), Recording.module(), null, Map.of("LC_ALL", "C")).output();
    }

    /** No output and the exit code 0 would look like a group that is behind in nothing. */
    @Test
    void aMisspelledGroupIsSaid() {
        ConsoleRun run = ShortLived.run(Lag.class, Broker.servers(), "mial-" + System.nanoTime());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("先核对组名");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "http://localhost", "no-such-host.invalid:9092", ""})
    void anAddressThatIsNoneIsSaidWithoutAStackTrace(String address) {
        ConsoleRun run = ShortLived.run(Lag.class, address, "mail");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("用不了 " + address + "：").doesNotContain("\tat ");
    }

    @Test
    void partitionsAreInTheOrderOfTheirNumbers() throws Exception {
        String topic = Broker.topic(11);
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int i = 0; i < 11; i++) {
            offsets.put(new TopicPartition(topic, i), new OffsetAndMetadata(0));
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            setOffsets(admin, topic, offsets);
        }
        assertThat(Lag.of(Broker.servers(), topic)).extracting(row -> row.partition().partition()).isSorted().hasSize(11);
    }

    /** Its offsets go with it: a group that read two topics is still told about the other. */
    @Test
    void aTopicThatWasDeletedIsNotInTheWay() throws Exception {
        String kept = Broker.topic(1);
        String gone = Broker.topic(1);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.servers()))) {
            setOffsets(admin, kept, Map.of(new TopicPartition(kept, 0), new OffsetAndMetadata(0),
                    new TopicPartition(gone, 0), new OffsetAndMetadata(0)));
            admin.deleteTopics(List.of(gone)).all().get();
        }
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                .untilAsserted(() -> assertThat(Lag.of(Broker.servers(), kept)).hasSize(1));
    }

    /** The group's coordinator learns of a new topic a little later than the one who made it. */
    private static void setOffsets(Admin admin, String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                .until(() -> admin.alterConsumerGroupOffsets(group, offsets).all().get() == null);
    }
}
