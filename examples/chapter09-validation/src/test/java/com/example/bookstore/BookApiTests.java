package com.example.bookstore;

import java.util.Map;

import com.example.book.HttpRequestFile;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DisplayName("书店的接口")
class BookApiTests {

    @Test
    @DisplayName("requests.http 里的每个请求都能跑，交换与录下的一致")
    void requestFile(@LocalServerPort int port) {
        HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port))
                .runAndCheck();
    }
}
