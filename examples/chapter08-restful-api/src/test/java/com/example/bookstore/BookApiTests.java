package com.example.bookstore;

import com.example.book.HttpRequestFile;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.order.Orders;

import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("书的接口")
class BookApiTests {

    @Autowired
    Books books;

    @Autowired
    Orders orders;

    @BeforeEach
    void reset() {
        books.reset();
        orders.reset();
    }

    // region rest-test-client
    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("新建的书能按 Location 取回，ETag 相同，进价不外泄")
    void create() {
        var created = client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"isbn": "9787121429064", "title": "凤凰架构", "price": 99.00,
                         "publishedOn": "2021-06-01", "stock": 5}""")
                .exchange()
                .expectStatus().isCreated()
                .expectHeader().valueEquals("ETag", "\"1\"")
                .expectBody()
                .jsonPath("$.title").isEqualTo("凤凰架构")
                .jsonPath("$.purchasePrice").doesNotExist()
                .returnResult();

        client.get().uri(created.getResponseHeaders().getLocation())
                .exchange()
                .expectStatus().isOk()
                .expectHeader().valueEquals("ETag", "\"1\"");
    }
    // endregion rest-test-client

    @Test
    @DisplayName("请求体里多写的 purchasePrice 与 id 不起作用")
    void overPosting() {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"id": 1, "isbn": "1", "title": "薅羊毛", "price": 100,
                         "stock": 1, "publishedOn": "2026-01-01", "purchasePrice": 0, "version": 99}""")
                .exchange()
                .expectStatus().isCreated()
                .expectHeader().valueEquals("ETag", "\"1\"")
                .expectBody().jsonPath("$.id").isEqualTo(6);
        assertThat(books.findById(6).orElseThrow()
                .purchasePrice()).isEqualByComparingTo("60");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-2147483647", "1e2147483647", "0.00000000001"})
    @DisplayName("价格的指数大得离谱，是请求的错，不是服务器的")
    void oddPrice(String price) {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"isbn": "1", "title": "数", "price": %s, "stock": 1, "publishedOn": "2026-01-01"}"""
                        .formatted(price))
                .exchange()
                .expectStatus().isEqualTo(422);
    }

    @Test
    @DisplayName("补丁能改一个字段、删一个字段，其余不动；删掉必填的被拒绝")
    void patch() {
        patch("{\"subtitle\": \"第 11 版\"}", "\"1\"").expectStatus().isOk()
                .expectBody().jsonPath("$.subtitle").isEqualTo("第 11 版")
                .jsonPath("$.stock").isEqualTo(12);
        patch("{\"subtitle\": null}", "\"2\"").expectStatus().isOk()
                .expectBody().jsonPath("$.subtitle").isEmpty()
                .jsonPath("$.title").isEqualTo("Java 核心技术 卷 I");
        patch("{\"title\": null}", "\"3\"").expectStatus().isEqualTo(422);
    }

    private RestTestClient.ResponseSpec patch(String body, String ifMatch) {
        return client.patch().uri("/books/1").header("If-Match", ifMatch)
                .header("Content-Type", "application/merge-patch+json").body(body).exchange();
    }

    @Test
    @DisplayName("没有设 forward-headers-strategy，代理传来的地址不起作用，链接从应用看到的主机开始")
    void ignoresTheProxy() {
        assertThat(BehindProxyTests.link(client)).startsWith("<http://localhost:");
        assertThat(BehindProxyTests.location(client, "/books")).startsWith("http://localhost:");
        assertThat(BehindProxyTests.location(client, "/orders"))
                .startsWith("http://localhost:");
    }

    @Test
    @DisplayName("requests.http 里的每个请求都能跑，交换与录下的一致")
    void requestFile(@LocalServerPort int port) {
        HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port))
                .runAndCheck();
    }
}
