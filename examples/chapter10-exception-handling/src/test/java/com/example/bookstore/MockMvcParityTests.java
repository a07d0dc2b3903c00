package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

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
    @DisplayName("过滤器自己写的响应")
    void sameBodyFromFilter() {
        assertThat(mvc.get().uri("/books/1").header("X-Channel", "fax")).bodyText()
                .contains("UNKNOWN_CHANNEL")
                .isEqualTo(Http.get(port, "/books/1", "X-Channel: fax").body());
    }
}
