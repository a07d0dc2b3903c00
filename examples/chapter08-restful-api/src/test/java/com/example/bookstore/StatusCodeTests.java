package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.catalog.Books;
import com.example.bookstore.order.Orders;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("方法语义与状态码，全部实测")
class StatusCodeTests {

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    @Autowired
    Orders orders;

    @BeforeEach
    void reset() {
        books.reset();
        orders.reset();
    }

    @Test
    @DisplayName("每种情形得到约定的状态码")
    void statusCodes() {
        Table table = new Table("状态码", "请求", "情形", "响应里的线索");
        for (Scenario scenario : Scenario.ALL) {
            reset();
            var response = scenario.run(client)
                    .expectStatus().isEqualTo(scenario.status())
                    .expectBody().returnResult();
            table.row(scenario.status(), scenario.method() + " " + scenario.operation(),
                    scenario.when(), clue(response.getResponseHeaders()));
        }
        Recording.check("status-codes.txt", table.toString());
    }

    private static String clue(HttpHeaders headers) {
        Map<String, String> clues = new LinkedHashMap<>();
        for (String name : new String[] {"Location", "ETag", "Allow", "Accept", "Accept-Patch"}) {
            if (headers.getFirst(name) != null) {
                String value = headers.getFirst(name).replaceFirst("http://[^/]+", "");
                clues.put(name, Arrays.stream(value.split(", ?")).sorted()
                        .collect(Collectors.joining(", ")));
            }
        }
        return String.join("; ", clues.entrySet().stream()
                .map(clue -> clue.getKey() + ": " + clue.getValue()).toList());
    }

    @Test
    @DisplayName("安全：不改数据；幂等：做两次与做一次结果相同")
    void semantics() {
        Table table = new Table("方法", "请求", "第一次", "第二次", "改了数据",
                "做两次不同于做一次");
        measure(table, "GET", "/books/1", Map.of(), "");
        measure(table, "HEAD", "/books/1", Map.of(), "");
        measure(table, "OPTIONS", "/books/1", Map.of(), "");
        String book = """
                {"isbn": "1", "title": "凤凰架构", "price": 99,
                 "publishedOn": "2021-06-01", "stock": 5}""";
        measure(table, "POST", "/books", Map.of("Content-Type", "application/json"), book);
        measure(table, "PUT", "/books/1",
                Map.of("Content-Type", "application/json", "If-Match", "*"), book);
        measure(table, "PUT", "/books/1",
                Map.of("Content-Type", "application/json", "If-Match", "\"1\""), book);
        measure(table, "PATCH", "/books/1",
                Map.of("Content-Type", "application/merge-patch+json", "If-Match", "*"),
                "{\"price\": 88}");
        measure(table, "DELETE", "/books/1", Map.of(), "");
        Recording.check("method-semantics.txt", table.toString());
    }

    private void measure(Table table, String method, String uri,
            Map<String, String> headers, String body) {
        reset();
        Object before = contents();
        Scenario request = new Scenario(0, method, uri, uri, "", headers, body);
        int first = status(request);
        Object afterOne = contents();
        int second = status(request);
        Object afterTwo = contents();
        String condition = headers.containsKey("If-Match")
                ? "（If-Match: " + headers.get("If-Match") + "）" : "";
        table.row(method, uri + condition, first, second,
                before.equals(afterOne) ? "否" : "是",
                afterOne.equals(afterTwo) ? "否" : "是");
    }

    private int status(Scenario request) {
        return request.run(client).returnResult(byte[].class).getStatus().value();
    }

    /** 客户端看得见的内容：不比版本号。 */
    private Object contents() {
        Map<Object, Object> contents = new TreeMap<>();
        books.findAll().forEach(book -> contents.put(book.id(), List.of(
                book.title(), book.price(), book.stock())));
        return contents;
    }

    @Test
    @DisplayName("取消做两次，状态码与结果都和做一次相同")
    void cancelTwice() {
        for (int i = 0; i < 2; i++) {
            client.put().uri("/orders/1890000000000000002/cancellation").exchange()
                    .expectStatus().isOk()
                    .expectBody().jsonPath("$.status").isEqualTo("CANCELLED");
        }
    }

    @Test
    @DisplayName("HEAD 与 OPTIONS 由 Spring MVC 代答")
    void implicitMethods() {
        var head = client.head().uri("/books/1").exchange().expectStatus().isOk()
                .expectHeader().valueEquals("ETag", "\"1\"").expectBody().returnResult();
        assertThat(head.getResponseBodyContent()).isNullOrEmpty();
        client.options().uri("/books/1").exchange().expectStatus().isOk()
                .expectHeader().value("Allow", allow -> assertThat(allow.split(","))
                        .containsExactlyInAnyOrder("GET", "HEAD", "PUT", "PATCH", "DELETE",
                                "OPTIONS"))
                .expectHeader().valueEquals("Accept-Patch", "application/merge-patch+json");
        assertThat(MockMvcTester.of(new AnyPatch()).options().uri("/any"))
                .as("没写 consumes，说不出补丁的类型").hasHeader("Accept-Patch", "");
    }

    @RestController
    static class AnyPatch {

        @PatchMapping("/any")
        void patch() {
        }
    }
}
