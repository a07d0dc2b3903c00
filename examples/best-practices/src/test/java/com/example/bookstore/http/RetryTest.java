package com.example.bookstore.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** A payment service that charges, and whose first three answers get lost on the way back. */
class RetryTest {

    private static final int LOST_ANSWERS = 3;

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger charged = new AtomicInteger();
    private final Map<String, Boolean> known = new HashMap<>();
    private HttpServer server;
    private RestClient client;

    // region server
    /** 一个键扣一次款；没有键的请求，每次都当作新的一笔。 */
    private synchronized void charge(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (key == null || known.putIfAbsent(key, true) == null) {
            charged.incrementAndGet();
        }
        if (requests.incrementAndGet() <= LOST_ANSWERS) {
            exchange.close(); // 款扣了，响应丢了：连接断开
            return;
        }
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }
    // endregion server

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/charges", this::charge);
        server.start();
        client = RestClient.create("http://localhost:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    // region retry
    private static final RetryTemplate RETRY = new RetryTemplate(RetryPolicy.builder()
            .includes(ResourceAccessException.class)
            .maxRetries(3).delay(Duration.ofMillis(10)).build());
    // endregion retry

    // region bad
    @Test
    @DisplayName("重试没有幂等键的 POST：返回成功，扣了四次")
    void chargesFourTimes() throws RetryException {
        RETRY.execute(() -> client.post().uri("/charges").retrieve().toBodilessEntity());
        assertThat(charged).hasValue(4);
        // endregion bad
        Recording.check("retry-without-key.txt",
                "发出 %d 次，扣款 %d 次\n".formatted(requests.get(), charged.get()));
    }

    // region good
    @Test
    @DisplayName("一次付款一个键，重试时不换：也发了四次，扣一次")
    void chargesOnce() throws RetryException {
        String key = UUID.randomUUID().toString();
        RETRY.execute(() -> client.post().uri("/charges").header("Idempotency-Key", key)
                .retrieve().toBodilessEntity());
        assertThat(charged).hasValue(1);
        // endregion good
        Recording.check("retry-with-key.txt",
                "发出 %d 次，扣款 %d 次\n".formatted(requests.get(), charged.get()));
    }
}
