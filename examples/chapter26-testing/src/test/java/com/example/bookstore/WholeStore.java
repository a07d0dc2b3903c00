package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;

// region whole
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
abstract class WholeStore {

    @Autowired
    RestTestClient client;

    @Autowired
    JdbcClient jdbc;

    @BeforeEach
    void sameStart() { // 数据是自己准备的，不靠别的测试留下
        jdbc.sql("delete from sale").update();
        jdbc.sql("update book set stock = 3 where isbn = '978-1'").update();
    }

    @Test
    void sellsTwo() {
        order(2).expectStatus().isCreated()
                .expectBody().jsonPath("$.cents").isEqualTo(10620);
        assertThat(stock()).isEqualTo(1);
        assertThat(sold()).isEqualTo(2);
    }

    @Test
    void doesNotSellWhatItDoesNotHave() {
        order(4).expectStatus().isEqualTo(409);
        assertThat(stock()).isEqualTo(3);
        assertThat(sold()).isZero();
    }

    private Long sold() {
        return client.get().uri("/books/978-1/sold").exchange().expectStatus().isOk()
                .expectBody(Long.class).returnResult().getResponseBody();
    }
    // endregion whole

    @Test
    void doesNotKnowTheBook() {
        client.post().uri("/orders").body(Map.of("isbn", "none", "quantity", 1)).exchange()
                .expectStatus().isNotFound();
    }

    private RestTestClient.ResponseSpec order(int quantity) {
        return client.post().uri("/orders").body(Map.of("isbn", "978-1", "quantity", quantity)).exchange();
    }

    private int stock() {
        return jdbc.sql("select stock from book where isbn = '978-1'").query(Integer.class).single();
    }
}
