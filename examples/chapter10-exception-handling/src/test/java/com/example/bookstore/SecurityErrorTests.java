package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@BookstoreTest
@DisplayName("登录与权限的错误")
class SecurityErrorTests {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("没登录与密码错误都是 401")
    void unauthenticated() {
        client.get().uri("/admin/sales").exchange().expectStatus().isUnauthorized()
                .expectHeader().valueEquals("WWW-Authenticate", "Basic realm=\"bookstore\"")
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("UNAUTHENTICATED");
        client.get().uri("/admin/sales")
                .headers(headers -> headers.setBasicAuth("admin", "wrong")).exchange()
                .expectStatus().isUnauthorized()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "nobody"})
    @DisplayName("密码错误、没有这个账号：响应体与没登录的一字不差")
    void sameBody(String user) {
        String anonymous = client.get().uri("/admin/sales").exchange()
                .expectBody(String.class).returnResult().getResponseBody();
        client.get().uri("/admin/sales")
                .headers(headers -> headers.setBasicAuth(user, "wrong")).exchange()
                .expectStatus().isUnauthorized()
                .expectBody(String.class).isEqualTo(anonymous);
    }

    @Test
    @DisplayName("@PreAuthorize 在控制器里拒绝，403 也由同一个 AccessDeniedHandler 回答")
    void deniedInsideController() {
        client.post().uri("/admin/refunds")
                .headers(headers -> headers.setBasicAuth("admin", "pw")).exchange()
                .expectStatus().isForbidden()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("FORBIDDEN");
    }

    @Test
    @DisplayName("有权限的照常；处理器又抛异常，原来的继续往外；抛的是对方断开，就成了 200")
    void allowed() {
        client.post().uri("/admin/refunds")
                .headers(headers -> headers.setBasicAuth("owner", "pw")).exchange()
                .expectStatus().isOk();
        client.get().uri("/admin/sales")
                .headers(headers -> headers.setBasicAuth("clerk", "pw")).exchange()
                .expectStatus().isForbidden();
        MockMvcTester throwing = MockMvcTester.of(new Throwing());
        assertThat(throwing.get().uri("/denied?message=disk full"))
                .hasFailed().failure().hasRootCauseInstanceOf(AccessDeniedException.class);
        assertThat(throwing.get().uri("/denied?message=Broken pipe")).hasStatus(200)
                .bodyText().isEmpty();
    }

    @RestController
    static class Throwing {

        @GetMapping("/denied")
        String denied() {
            throw new AccessDeniedException("不许");
        }

        @ExceptionHandler
        void handle(AccessDeniedException ex, HttpServletRequest request) throws IOException {
            throw new IOException(request.getParameter("message"));
        }
    }
}
