package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.util.List;

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
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("过滤器里的异常也是 problem+json")
class FilterProblemTest {

    @Autowired
    RestTestClient client;

    /** Spring MVC 写出的每个 ProblemDetail 都补上一笔；过滤器里手拼的 JSON 没有它。 */
    @TestConfiguration(proxyBeanMethods = false)
    static class Mark implements WebMvcConfigurer {

        @Override
        public void addErrorResponseInterceptors(
                List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((problem, response) -> problem.setProperty("shop", "bookstore"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/books/1", "/books/2"})
    @DisplayName("令牌格式不对：400，响应体与控制器里抛出时一样")
    void malformed(String path) {
        client.get().uri(path).header("X-Token", "zz").exchange()
                .expectStatus().isBadRequest()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                // 写完没有 return 的，控制器的响应体会接在后面
                .consumeWith(result -> assertThat(new String(result.getResponseBody(),
                        StandardCharsets.UTF_8)).doesNotContain("\"id\""))
                .json("""
                        {"title": "Bad Request", "status": 400, "shop": "bookstore",
                         "detail": "X-Token 是八位十六进制", "instance": "%s"}
                        """.formatted(path), JsonCompareMode.STRICT);
    }

    @Test
    @DisplayName("格式对，照常放行；没带令牌也放行")
    void allowed() {
        client.get().uri("/books/1").header("X-Token", "0af76519").exchange()
                .expectStatus().isOk();
        client.get().uri("/books/1").exchange().expectStatus().isOk();
    }
}
