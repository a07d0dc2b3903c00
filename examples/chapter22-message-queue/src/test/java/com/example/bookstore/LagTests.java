package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
