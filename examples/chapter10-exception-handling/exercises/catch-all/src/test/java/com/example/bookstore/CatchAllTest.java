package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@ExtendWith(OutputCaptureExtension.class)
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
        client.delete().uri("/covers").exchange().expectStatus().isEqualTo(405)
                .expectHeader().valueEquals("Allow", "POST");
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

    @Test
    @DisplayName("框架的其他异常也一样：格式不收是 415 并带 Accept，缺参数是 400")
    void otherClientErrors() {
        client.post().uri("/covers").contentType(MediaType.TEXT_PLAIN).body("x").exchange()
                .expectStatus().isEqualTo(415)
                .expectHeader().valueEquals("Accept", "application/json")
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("HTTP_415");
        client.post().uri("/covers").contentType(MediaType.APPLICATION_JSON).body("{}")
                .exchange().expectStatus().isBadRequest()
                .expectBody().jsonPath("$.code").isEqualTo("HTTP_400");
    }

    /** 检查时才加的接口：缺陷不都是 RuntimeException。 */
    @TestConfiguration(proxyBeanMethods = false)
    static class Checked {

        static class CoverException extends Exception {
        }

        @RestController
        static class CoverController {

            @PostMapping(path = "/covers", consumes = MediaType.APPLICATION_JSON_VALUE)
            void add(@RequestParam String title) {
            }

            @GetMapping("/covers/500")
            String cover() throws Exception {
                CoverException ex = new CoverException();
                ex.initCause(new IllegalArgumentException("口令 s3cret 不对"));
                throw ex;
            }

            @GetMapping("/covers/501")
            String broken() {
                throw new AssertionError("口令 s3cret 不对");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/books/500", "/covers/500", "/covers/501"})
    @DisplayName("缺陷是 500，受检的异常与 Error 也一样；异常的消息不在响应里，在日志里")
    void unexpected(String path, CapturedOutput log) {
        String body = client.get().uri(path).exchange()
                .expectStatus().isEqualTo(500)
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody(String.class).returnResult().getResponseBody();
        assertThat(body).doesNotContain("s3cret", "口令");
        assertThat(log.getAll()).contains("口令 s3cret 不对");
    }
}
