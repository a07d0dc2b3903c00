package com.example.bookstore;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import(ServerErrorLogTests.Maintenance.class)
@TestPropertySource(properties = "spring.servlet.multipart.resolve-lazily=false")
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("没有 resolve-lazily 的时候")
class EagerUploadTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("过滤器用 503 拒绝一个太大的上传：对方得到 413，日志里没有那个 503")
    void theFilterIsNotHeard(CapturedOutput log) {
        HttpResponse<String> response = Http.send(port, "POST /books/1/cover",
                List.of("Content-Type: multipart/form-data; boundary=c", "X-Maintenance: on"),
                "--c\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                        + "x".repeat(500) + "\r\n--c--\r\n");
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(log.getAll()).doesNotContain("503", " ERROR ");
    }
}
