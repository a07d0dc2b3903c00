package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

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

    // region method-security
    @Test
    @DisplayName("@PreAuthorize 在控制器里拒绝，403 也由同一个 AccessDeniedHandler 回答")
    void deniedInsideController() {
        client.post().uri("/admin/refunds")
                .headers(headers -> headers.setBasicAuth("admin", "pw")).exchange()
                .expectStatus().isForbidden()
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("FORBIDDEN");
    }
    // endregion method-security

    @Test
    @DisplayName("有权限的照常")
    void allowed() {
        client.post().uri("/admin/refunds")
                .headers(headers -> headers.setBasicAuth("owner", "pw")).exchange()
                .expectStatus().isOk();
        client.get().uri("/admin/sales")
                .headers(headers -> headers.setBasicAuth("clerk", "pw")).exchange()
                .expectStatus().isForbidden();
    }
}
