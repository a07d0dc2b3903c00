package com.example.bookstore;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import(ReturnedStatusTests.Returning.class)
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("错误的状态码是控制器返回的，不是抛出来的")
class ReturnedStatusTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("advice 与 /error 都不经过：响应体是空的，5xx 也没有日志")
    void nobodyIsAsked(CapturedOutput log) {
        for (int status : new int[] {404, 503}) {
            HttpResponse<String> response = Http.get(port, "/returned/" + status);
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).isEmpty();
        }
        assertThat(log.getAll()).doesNotContain(" ERROR ", " WARN ");
    }

    @RestController
    static class Returning {

        @GetMapping("/returned/404")
        ResponseEntity<Void> notFound() {
            return ResponseEntity.notFound().build();
        }

        @GetMapping("/returned/503")
        ResponseEntity<Void> unavailable() {
            return ResponseEntity.status(503).build();
        }
    }
}
