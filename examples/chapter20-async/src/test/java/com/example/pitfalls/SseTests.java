package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import com.example.bookstore.BookstoreApplication;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, classes = {BookstoreApplication.class, SseTests.Prices.class})
@Timeout(60)
class SseTests {

    // region sse
    @RestController
    static class Prices {

        final AtomicInteger sent = new AtomicInteger();
        final AtomicReference<Throwable> failed = new AtomicReference<>();

        @GetMapping("/prices")
        SseEmitter prices() {
            SseEmitter emitter = new SseEmitter(0L);
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        emitter.send("2300");
                        sent.incrementAndGet();
                        Thread.sleep(20);
                    }
                }
                catch (IOException | IllegalStateException ex) {
                    // 浏览器走了，到这里为止
                    failed.set(ex);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            return emitter;
        }
    }
    // endregion sse

    @LocalServerPort
    private int port;
    @Autowired
    private Prices prices;

    @Test
    void browserGoesAway() throws Exception {
        try (Socket browser = new Socket("localhost", port)) {
            browser.getOutputStream().write("GET /prices HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".getBytes());
            BufferedReader reader = new BufferedReader(new InputStreamReader(browser.getInputStream()));
            String line = reader.readLine();
            while (!line.startsWith("data:")) {
                line = reader.readLine();
            }
            assertThat(line).isEqualTo("data:2300");
            assertThat(prices.failed.get()).isNull();
        }
        // 关掉连接之后，要到再发的时候才知道
        await().atMost(Duration.ofSeconds(20)).until(() -> prices.failed.get() != null);
        assertThat(prices.sent.get()).isPositive();
    }
}
