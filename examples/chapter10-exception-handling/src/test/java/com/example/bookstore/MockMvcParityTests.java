package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@BookstoreTest
@AutoConfigureMockMvc
@DisplayName("advice 与过滤器直接写的响应，MockMvc 与真实服务器一字不差")
class MockMvcParityTests {

    @Autowired
    MockMvcTester mvc;

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"/books/404", "/books/abc", "/books/1/report", "/admin/sales"})
    void sameBody(String path) {
        assertThat(mvc.get().uri(path)).bodyText().isEqualTo(Http.get(port, path).body());
    }

    @Test
    @DisplayName("表单太大、上传太大、异步超时由容器发现：MockMvc 里没有发生，advice 没有机会")
    void foundByTheContainer() {
        String form = "quantity=1&note=" + "x".repeat(20_000);
        assertThat(Http.send(port, "POST /books/1/orders",
                List.of("Content-Type: application/x-www-form-urlencoded"), form)
                .statusCode()).isEqualTo(413);
        assertThat(mvc.post().uri("/books/1/orders")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED).content(form))
                .hasStatus(204);

        byte[] cover = "x".repeat(80).getBytes(StandardCharsets.US_ASCII);
        assertThat(Http.send(port, "POST /books/1/cover",
                List.of("Content-Type: multipart/form-data; boundary=c"),
                "--c\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                        + "x".repeat(80) + "\r\n--c--\r\n").statusCode()).isEqualTo(413);
        assertThat(mvc.post().uri("/books/1/cover").multipart().file("file", cover))
                .hasStatus(204);

        assertThat(Http.get(port, "/books/1/quote").statusCode()).isEqualTo(503);
        assertThatIllegalStateException()
                .isThrownBy(() -> mvc.get().uri("/books/1/quote").exchange())
                .withMessageContaining("was not set during the specified timeToWait");
    }

    @Test
    @DisplayName("过滤器自己写的响应")
    void sameBodyFromFilter() {
        assertThat(mvc.get().uri("/books/1").header("X-Channel", "fax")).bodyText()
                .contains("UNKNOWN_CHANNEL")
                .isEqualTo(Http.get(port, "/books/1", "X-Channel: fax").body());
    }
}
