package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

// region test
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("求书")
class WishTests {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("没写书名：400")
    void blankTitle() {
        client.post().uri("/wishes").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"  \"}").exchange().expectStatus().isBadRequest();
    }
}
// endregion test
