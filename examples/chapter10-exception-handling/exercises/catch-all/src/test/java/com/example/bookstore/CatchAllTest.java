package com.example.bookstore;

import java.io.IOException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("兜底不吞框架的异常")
class CatchAllTest {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("方法不对是 405，带 Allow")
    void methodNotAllowed() {
        client.delete().uri("/books/1").exchange().expectStatus().isEqualTo(405)
                .expectHeader().valueEquals("Allow", "GET")
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("HTTP_405");
    }

    @Test
    @DisplayName("地址不对是 404，编号不是数字是 400")
    void clientErrors() {
        client.get().uri("/nope").exchange().expectStatus().isNotFound()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("HTTP_404");
        client.get().uri("/books/abc").exchange().expectStatus().isBadRequest()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("HTTP_400");
    }

    /** 检查时才加的接口：缺陷不都是 RuntimeException。 */
    @TestConfiguration(proxyBeanMethods = false)
    static class Checked {

        @RestController
        static class CoverController {

            @GetMapping("/covers/500")
            String cover() throws IOException {
                throw new IOException("口令 s3cret 不对");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/books/500", "/covers/500"})
    @DisplayName("缺陷是 500，受检的异常也一样，响应里没有异常的消息")
    void unexpected(String path) {
        String body = client.get().uri(path).exchange()
                .expectStatus().isEqualTo(500)
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody(String.class).returnResult().getResponseBody();
        assertThat(body).doesNotContain("s3cret", "口令");
    }
}
