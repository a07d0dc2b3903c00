package com.example.bookstore;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("过滤器里的异常也是 problem+json")
class FilterProblemTest {

    @Autowired
    RestTestClient client;

    @Autowired
    Mark mark;

    /** Spring MVC 写出的每个 ProblemDetail 都补上一笔；过滤器里手拼的 JSON 没有它。 */
    @TestConfiguration(proxyBeanMethods = false)
    static class Mark implements WebMvcConfigurer {

        /** 问过解析器的异常，问一次记一次。 */
        final List<Exception> asked = new CopyOnWriteArrayList<>();

        @Override
        public void addErrorResponseInterceptors(
                List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((problem, response) -> problem.setProperty("shop", "bookstore"));
        }

        @Override
        public void extendHandlerExceptionResolvers(
                List<HandlerExceptionResolver> resolvers) {
            resolvers.addFirst((request, response, handler, ex) -> {
                asked.add(ex);
                return null;
            });
        }

        /** 检查时才加的接口：没有人认领的异常。 */
        @RestController
        static class ReportController {

            @GetMapping("/report")
            String report() {
                throw new IllegalStateException("磁盘满了");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/books/1, zz", "/books/2, zz", "/books/1, 0af7651", "/books/1, 0af765190",
        "/books/1, 0AF76519", "/books/1, 0af7651g", "/nope, zz"})
    @DisplayName("令牌格式不对：400，响应体与控制器里抛出时一样")
    void malformed(String path, String token) {
        client.get().uri(path).header("X-Token", token).exchange()
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

    @Test
    @DisplayName("控制器里没有人认领的异常：照旧是 500，解析器只问过一遍")
    void notTheFiltersBusiness() {
        mark.asked.clear();
        client.get().uri("/report").header("X-Token", "0af76519").exchange()
                .expectStatus().isEqualTo(500)
                .expectBody().jsonPath("$.status").isEqualTo(500)
                .jsonPath("$.path").isEqualTo("/report");
        assertThat(mark.asked).hasSize(1);
    }
}
