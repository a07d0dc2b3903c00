package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** A client from {@code @SpringBootTest} itself: no other annotation asks for it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
class OldClient {

    @Autowired
    TestRestTemplate client;

    @Test
    void refusesAnOrderOfNothing() {
        HttpHeaders json = new HttpHeaders();
        json.setContentType(MediaType.APPLICATION_JSON);
        assertThat(client.postForEntity("/orders", new HttpEntity<>("{\"isbn\": \"978-1\", \"quantity\": 0}", json),
                String.class).getStatusCode().value()).isEqualTo(400);
    }
}
