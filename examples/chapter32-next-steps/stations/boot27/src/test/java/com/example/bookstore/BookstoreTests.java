package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What the shop's clients rely on; the same on every version. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class BookstoreTests {

    @Autowired
    private TestRestTemplate http;

    @Autowired
    private LettuceConnectionFactory redis;

    @Test
    void jsonIsWhatTheAppExpects() {
        assertThat(http.getForObject("/books/978-1", String.class))
                .isEqualTo("{\"id\":1,\"title\":\"春天的启动\",\"isbn\":\"978-1\",\"price\":\"39.00\"}");
    }

    @Test
    void anOldClientEndsTheAddressWithASlash() {
        assertThat(http.getForEntity("/books/", String.class).getStatusCode().value()).isEqualTo(200);
    }

    @Test
    void removedBooksAreNotShown() {
        assertThat(http.getForObject("/books", String.class)).contains("978-1").doesNotContain("978-2");
    }

    @Test
    @SuppressWarnings("unchecked")
    void missingBookIsNamed() {
        ResponseEntity<Map> response = http.getForEntity("/books/none", Map.class);
        assertThat(response.getStatusCode().value()).isEqualTo(404);
        assertThat(response.getBody()).containsEntry("message", "没有这本书");
    }

    @Test
    void clerkAddsABook() {
        ResponseEntity<String> response = post("{\"title\":\"新书\",\"isbn\":\"978-9\",\"price\":\"50.00\"}");
        assertThat(response.getStatusCode().value()).isEqualTo(201);
    }

    @Test
    void badBookIsRefused() {
        ResponseEntity<String> response = post("{\"title\":\"\",\"isbn\":\"978-8\",\"price\":\"50.00\"}");
        assertThat(response.getStatusCode().value()).isEqualTo(400);
        assertThat(response.getBody()).startsWith("{\"title\":");
    }

    @Test
    void healthCountsTheShelf() {
        assertThat(http.getForObject("/actuator/health", String.class)).contains("UP");
    }

    @Test
    void redisIsTheOneOfTheConfiguration() {
        assertThat(redis.getHostName()).isEqualTo("cache.internal");
    }

    private ResponseEntity<String> post(String book) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setAccept(Collections.singletonList(MediaType.APPLICATION_JSON));
        return http.withBasicAuth("clerk", "secret").postForEntity("/books", new HttpEntity<>(book, headers),
                String.class);
    }
}
