package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("过滤器里的异常也是 problem+json")
class FilterProblemTest {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("令牌格式不对：400，响应体与控制器里抛出时一样")
    void malformed() {
        client.get().uri("/books/1").header("X-Token", "zz").exchange()
                .expectStatus().isBadRequest()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().json("""
                        {"title": "Bad Request", "status": 400,
                         "detail": "X-Token 是八位十六进制", "instance": "/books/1"}
                        """, JsonCompareMode.STRICT);
    }

    @Test
    @DisplayName("格式对，照常放行；没带令牌也放行")
    void allowed() {
        client.get().uri("/books/1").header("X-Token", "0af76519").exchange()
                .expectStatus().isOk();
        client.get().uri("/books/1").exchange().expectStatus().isOk();
    }
}
