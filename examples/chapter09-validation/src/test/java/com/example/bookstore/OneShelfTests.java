package com.example.bookstore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.Recording;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("同一本书在书架上是一本")
class OneShelfTests {

    @Autowired
    RestTestClient client;

    private int create(String isbn) {
        return client.post().uri("/books").contentType(MediaType.APPLICATION_JSON).body("""
                {"isbn": "%s", "title": "凤凰架构", "price": 99.00,
                 "authors": [{"name": "周志明"}]}""".formatted(isbn))
                .exchange().returnResult(byte[].class).getStatus().value();
    }

    private long onShelf(String digits) {
        String books = client.get().uri("/books?size=100").exchange()
                .returnResult(String.class).getResponseBody();
        return Collections.frequency(List.of(books.replace("-", "").split("\"")), digits);
    }

    @Test
    @DisplayName("带连字符与不带连字符是同一本：第二次 400")
    void notations() {
        Table table = new Table("上架的 ISBN", "状态");
        for (String isbn : List.of("9787302423287", "978-7-302-42328-7",
                "9787302423287<script>", "9787302423280", "978--7-302-42328-7")) {
            table.row(isbn, create(isbn));
        }
        Recording.check("isbn-notations.txt", table.toString());
        assertThat(onShelf("9787302423287")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"9787111641247<script>", "９７８７１１１６４１２４７", "X9787111641247",
            "9787111641247 ", "9771234567898", "978711164124", ""})
    @DisplayName("多一个字、全角、不是 978 或 979 开头、少一位：400")
    void malformed(String isbn) {
        assertThat(create(isbn)).isEqualTo(400);
    }

    // region at-once
    @Test
    @DisplayName("十二个请求同时上架同一本，四种写法轮着用：只成功一个")
    void atOnce() throws Exception {
        List<String> notations = List.of("9787115546081", "978-7-115-54608-1",
                "978-7115546081", "97871155-46081");
        CyclicBarrier together = new CyclicBarrier(12);
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(12)) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String isbn = notations.get(i % notations.size());
                answers.add(clients.submit(() -> {
                    together.await();
                    return create(isbn);
                }));
            }
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }
        }
        assertThat(statuses).containsOnlyOnce(201).allMatch(List.of(201, 400, 409)::contains);
        assertThat(onShelf("9787115546081")).isOne();
    }
    // endregion at-once
}
