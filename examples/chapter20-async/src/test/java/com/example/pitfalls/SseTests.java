package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.BeforeEach;
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

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, classes = {BookstoreApplication.class, SseTests.Prices.class,
    SseTests.Quiet.class}, properties = "server.http2.enabled=true") // for whoever asks: the sockets below speak HTTP/1.1
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

    /** Sends when it is told to. */
    @RestController
    static class Quiet {

        final CountDownLatch connected = new CountDownLatch(1);
        final AtomicReference<SseEmitter> emitter = new AtomicReference<>();
        final AtomicReference<Throwable> error = new AtomicReference<>();
        final AtomicInteger ended = new AtomicInteger();

        @GetMapping("/quiet")
        SseEmitter quiet() throws IOException {
            SseEmitter quiet = new SseEmitter(0L);
            quiet.onError(error::set);
            quiet.onCompletion(ended::incrementAndGet);
            quiet.send("2300");
            emitter.set(quiet);
            connected.countDown();
            return quiet;
        }
    }

    @LocalServerPort
    private int port;
    @Autowired
    private Prices prices;
    @Autowired
    private Quiet quiet;

    @BeforeEach
    void nobodyIsGone() {
        quiet.error.set(null);
        quiet.ended.set(0);
    }

    /** The browser is gone for two seconds, and nobody tells; a comment is enough to find out. */
    @Test
    void nobodyTellsUntilTheNextSend() throws Exception {
        try (Socket browser = new Socket("localhost", port)) {
            browser.getOutputStream().write("GET /quiet HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".getBytes());
            BufferedReader reader = new BufferedReader(new InputStreamReader(browser.getInputStream()));
            String line = reader.readLine();
            while (!line.startsWith("data:")) {
                line = reader.readLine();
            }
        }
        await().during(Duration.ofSeconds(2)).until(() -> quiet.error.get() == null && quiet.ended.get() == 0);
        int[] sent = new int[1];
        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            try {
                quiet.emitter.get().send(SseEmitter.event().comment("还在吗"));
                sent[0]++;
                return false;
            }
            catch (IOException ex) {
                return true;
            }
        });
        assertThat(sent[0]).as("走了之后还推成功的次数").isLessThanOrEqualTo(1); // it is still taken by the operating system
        await().until(() -> quiet.ended.get() == 1);
        assertThat(quiet.error.get()).isInstanceOf(IOException.class);
    }

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

    /** A frame of HTTP/2 says that the browser wants no more. */
    @Test
    void http2TellsAtOnce() throws Exception {
        try (HttpClient browser = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            URI page = URI.create("http://localhost:" + port + "/books/9787536692930/together");
            browser.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding()); // agrees on HTTP/2
            HttpResponse<InputStream> response = browser.send(HttpRequest.newBuilder(page.resolve("/quiet")).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            response.body().read();
            response.body().close();
            await().until(() -> quiet.ended.get() == 1);
            assertThat(quiet.error.get()).isInstanceOf(IOException.class);
        }
    }
}
