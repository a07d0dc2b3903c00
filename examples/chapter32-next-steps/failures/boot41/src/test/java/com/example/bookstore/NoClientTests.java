package com.example.bookstore;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

// region client
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class NoClientTests {

    @Autowired
    private TestRestTemplate http;

    @Test
    void asks() {
        http.getForObject("/books", String.class);
    }
}
// endregion client
