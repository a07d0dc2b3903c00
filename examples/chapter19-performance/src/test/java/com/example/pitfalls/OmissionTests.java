package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.measure.ClosedLoop;
import com.example.measure.Latencies;
import com.example.measure.OpenLoop;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(120)
@Isolated
class OmissionTests {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TEN = Duration.ofMillis(10);
    private static final Duration SLOW = Duration.ofMillis(100);

    /** Answers at once, except that the fiftieth request begins a pause in which all have to wait. */
    private static final class PausingServer implements AutoCloseable {

        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicLong pausedUntil = new AtomicLong(System.nanoTime());
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final HttpServer server;

        PausingServer() throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                if (requests.incrementAndGet() == 50) {
                    pausedUntil.set(System.nanoTime() + PAUSE.toNanos());
                }
                for (long left; (left = pausedUntil.get() - System.nanoTime()) > 0;) {
                    LockSupport.parkNanos(left);
                }
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            server.start();
        }

        Callable<Integer> request(HttpClient client) {
            HttpRequest request = HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/")).build();
            return () -> client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.close();
        }
    }

    /** The same server, the same second of standing still, two ways of measuring. */
    @Test
    void closedLoopForgetsThoseWhoWait() throws Exception {
        Latencies closed;
        Latencies open;
        try (HttpClient client = HttpClient.newHttpClient(); PausingServer forClosed = new PausingServer();
                PausingServer forOpen = new PausingServer()) {
            // Each has a server of its own, and both do little but wait: side by side they take half the time.
            CompletableFuture<Latencies> other = CompletableFuture.supplyAsync(
                    () -> ClosedLoop.run(1, 200, TEN, forClosed.request(client)), Thread::startVirtualThread);
            open = OpenLoop.run(200, TEN, forOpen.request(client));
            closed = other.get();
        }
        System.out.printf("超过 100 毫秒：%d 与 %d；P95 %s 与 %s%n", closed.longerThan(SLOW), open.longerThan(SLOW),
                closed.percentile(95), open.percentile(95));
        assertThat(closed.max()).isGreaterThan(Duration.ofMillis(900));
        assertThat(open.max()).isGreaterThan(Duration.ofMillis(900));
        assertThat(closed.longerThan(SLOW)).isBetween(1, 9);
        assertThat(open.longerThan(SLOW)).isGreaterThan(60);
        assertThat(closed.percentile(95)).isLessThan(SLOW);
        assertThat(open.percentile(95)).isGreaterThan(Duration.ofMillis(500));
        Recording.check("omission.txt", new Table("二百个请求", "一个接一个地发", "按时刻发")
                .row("超过 100 毫秒的", "不到 10 个", "60 个以上")
                .row("P95", "不到 100 毫秒", "500 毫秒以上")
                .row("最长", "1 秒左右", "1 秒左右").toString());
    }
}
