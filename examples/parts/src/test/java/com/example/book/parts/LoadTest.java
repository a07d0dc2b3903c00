package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("压测：有上限，每个回答都数到")
class LoadTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    @DisplayName("按状态码计数，延迟按百分位取")
    void countsByStatus() {
        try (Answering server = new Answering("x", number -> number % 4 == 0 ? 503 : 200)) {
            LoadResult result = Load.get(server.uri(), 200, 8, LIMIT).run();
            assertThat(result.statuses()).containsExactly(entry(200, 150), entry(503, 50));
            assertThat(result.failures()).isEmpty();
            assertThat(result.sent()).isEqualTo(200).isEqualTo(server.asked());
            assertThat(result.percentile(50)).isPositive().isLessThanOrEqualTo(result.percentile(99));
            assertThat(result.percentile(100)).isEqualTo(result.latencies().getLast()).isLessThan(result.time());
        }
    }

    @Test
    @DisplayName("连不上的也数到")
    void countsFailures() {
        URI nobody = URI.create("http://127.0.0.1:" + RunningProgram.freePort() + "/");
        LoadResult result = Load.get(nobody, 5, 2, LIMIT).run();
        assertThat(result.failures()).containsExactly(entry("ConnectException", 5));
        assertThat(result.sent()).isEqualTo(5);
        assertThat(result.answered()).isZero();
    }

    @Test
    @DisplayName("时间到了就停，没有回答的算超时")
    void stopsInTime() {
        AtomicBoolean over = new AtomicBoolean();
        try (Answering server = new Answering("x", number -> {
            await().atMost(LIMIT).until(over::get);
            return 200;
        })) {
            LoadResult result = Load.get(server.uri(), 100, 3, Duration.ofMillis(300)).run();
            over.set(true);
            assertThat(result.failures()).containsExactly(entry("HttpTimeoutException", 3));
            assertThat(result.time()).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    @DisplayName("可以在进行中做别的事，再叫停")
    void canBeStopped() {
        try (Answering server = new Answering("x", number -> 200);
                Load.Running running = Load.get(server.uri(), 100_000, 2, Duration.ofSeconds(60)).start()) {
            await().atMost(LIMIT).until(() -> running.done() > 50);
            LoadResult result = running.stop();
            assertThat(result.count(200)).isEqualTo(result.sent()).isGreaterThan(50).isLessThan(100_000);
        }
    }

    @Test
    @DisplayName("只打本机，数量与时间不许超过上限")
    void isBounded() {
        URI local = URI.create("http://127.0.0.1:1/");
        assertThatIllegalArgumentException().isThrownBy(
                () -> Load.get(URI.create("http://192.0.2.1/"), 1, 1, LIMIT)).withMessageContaining("192.0.2.1");
        assertThatIllegalArgumentException().isThrownBy(() -> Load.get(local, 100_001, 1, LIMIT))
                .withMessageContaining("请求数");
        assertThatIllegalArgumentException().isThrownBy(() -> Load.get(local, 1, 0, LIMIT))
                .withMessageContaining("并发数");
        assertThatIllegalArgumentException().isThrownBy(() -> Load.get(local, 1, 1, Duration.ofMinutes(10)))
                .withMessageContaining("秒数");
    }
}
