package com.example.bookstore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"spring.cloud.config.enabled=false", "spring.main.banner-mode=off"})
@AutoConfigureRestTestClient
class MonolithTests {

    @Autowired
    private RestTestClient client;

    private RestTestClient.ResponseSpec order(String isbn, int quantity) {
        return client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON)
                .body("{\"isbn\":\"%s\",\"quantity\":%d}".formatted(isbn, quantity)).exchange();
    }

    @Test
    void orders() {
        order("9787536692930", 2).expectStatus().isCreated().expectBody()
                .jsonPath("$.title").isEqualTo("三体").jsonPath("$.cents").isEqualTo(4600);
    }

    @Test
    void unknownBook() {
        order("9780000000000", 2).expectStatus().isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT);
    }

    @Test
    void noIsbn() {
        client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).body("{\"quantity\":1}").exchange()
                .expectStatus().isBadRequest();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100})
    void quantity(int quantity) {
        order("9787536692930", quantity).expectStatus().isBadRequest();
    }
}
