package com.example.bookstore;

import com.example.book.Recording;

import java.time.Duration;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.awaitility.Awaitility.await;

@BookstoreTest
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("异步里的失败")
class AsyncErrorTests {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("DeferredResult 超时：503")
    void timeout() {
        client.get().uri("/books/1/quote").exchange().expectStatus().isEqualTo(503)
                .expectBody().jsonPath("$.code").isEqualTo("UNAVAILABLE");
    }

    @Test
    @DisplayName("CompletableFuture 里的业务异常：CompletionException 被拆开，仍是 404")
    void completableFuture() {
        client.get().uri("/books/404/rating").exchange().expectStatus().isNotFound()
                .expectBody().jsonPath("$.code").isEqualTo("BOOK_NOT_FOUND");
    }

    @Test
    @DisplayName("@Async void：调用方得到 202，异常只在日志里")
    void asyncVoid(CapturedOutput log) {
        client.post().uri("/books/404/notification").exchange()
                .expectStatus().isAccepted().expectBody().isEmpty();
        String text = "Unexpected exception occurred invoking async method";
        await().atMost(Duration.ofSeconds(30)).until(() -> log.getAll().contains(text)
                && log.getAll().contains("没有编号为 404 的书"));
        String logged = log.getAll().substring(log.getAll().indexOf(text));
        Recording.check("async-void.txt", logged.lines()
                .takeWhile(line -> !line.startsWith("\tat "))
                .collect(Collectors.joining("\n")));
    }
}
