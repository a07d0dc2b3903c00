package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LagTests {

    private static List<Lag.Row> after(int sent, int read) {
        String topic = Broker.topic(1);
        for (int i = 0; i < sent; i++) {
            Broker.send(topic, "li", "order-" + i);
        }
        try (var consumer = Broker.consumer(topic)) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(read)));
        }
        return Lag.of(Broker.servers(), topic);
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "3,3,0", "3,0,3", "3,1,2", "5,4,1"})
    void counts(int sent, int read, long lag) {
        assertThat(after(sent, read)).singleElement().satisfies(row -> {
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
            await().atMost(Duration.ofSeconds(30)).until(() -> !consumer.poll(Duration.ofMillis(200)).isEmpty());
            List<Lag.Row> rows = Lag.of(Broker.servers(), topic);
            assertThat(rows).hasSize(2).allSatisfy(row -> {
                assertThat(row.committed()).isEqualTo(Lag.Row.NEVER);
                assertThat(row.note()).contains("还没有提交过");
            });
            assertThat(rows.stream().mapToLong(Lag.Row::lag).sum()).isEqualTo(2);
            assertThat(rows).anySatisfy(row -> assertThat(row.waiting()).isPositive());
        }
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
        ConsoleRun run = ConsoleRun.java(Lag.class, Broker.servers(), topic);
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
    void unknownGroup() {
        assertThat(Lag.of(Broker.servers(), "nobody-" + System.nanoTime())).isEmpty();
    }

    @Test
    void unreachable() {
        assertThatThrownBy(() -> Lag.of("127.0.0.1:1", "mail")).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("问不到 127.0.0.1:1");
    }

    @Test
    void command() {
        ConsoleRun wrong = ConsoleRun.java(Lag.class);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.output()).contains("用法");
    }
}
