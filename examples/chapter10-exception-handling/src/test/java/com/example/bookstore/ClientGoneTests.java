package com.example.bookstore;

import jakarta.servlet.Filter;

import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import({ClientGoneTests.Waiting.class, ClientGoneTests.Answered.class})
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("响应写到一半，对方断开")
class ClientGoneTests {

    @LocalServerPort
    int port;

    @Autowired
    Waiting waiting;

    @Autowired
    Answered answered;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/gone/json", "/gone/text"})
    @DisplayName("没有人在等，也不是我们的错：不写 ERROR")
    void isNoErrorOfOurs(String path, CapturedOutput output) throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            OutputStream request = socket.getOutputStream();
            request.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            // 关闭时直接复位，服务器下一次写就会失败
            socket.setSoLinger(true, 0);
            waiting.meet();
        }
        waiting.meet();
        answered.barrier.await(30, TimeUnit.SECONDS);
        assertThat(output.toString()).doesNotContain(" ERROR ");
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Answered {

        final CyclicBarrier barrier = new CyclicBarrier(2);

        @Bean
        Filter answeredFilter() {
            return (request, response, chain) -> {
                try {
                    chain.doFilter(request, response);
                }
                finally {
                    Waiting.meet(barrier);
                }
            };
        }
    }

    @RestController
    static class Waiting {

        record Book(String title) {
        }

        private final CyclicBarrier barrier = new CyclicBarrier(2);

        void meet() {
            meet(barrier);
        }

        static void meet(CyclicBarrier barrier) {
            try {
                barrier.await(30, TimeUnit.SECONDS);
            }
            catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
                throw new IllegalStateException(ex);
            }
        }

        @GetMapping("/gone/json")
        List<Book> json() {
            meet();
            meet();
            return List.of(new Book("三".repeat(4_000_000)));
        }

        @GetMapping("/gone/text")
        String text() {
            meet();
            meet();
            return "三".repeat(4_000_000);
        }
    }
}
