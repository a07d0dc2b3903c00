package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = BookstoreApplication.class,
        properties = "server.forward-headers-strategy=framework")
@AutoConfigureRestTestClient
@DisplayName("前面有反向代理时，Link 与 Location 用外面的地址")
class BehindProxyTests {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("代理说自己是 https://shop.example.com，链接就从那里开始")
    void linksStartOutside() {
        client.get().uri("/books?size=2").header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Host", "shop.example.com").exchange()
                .expectHeader().value("Link", link ->
                        assertThat(link).startsWith("<https://shop.example.com/books?"));
    }
}
