package com.example.bookstore;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.MediaType;
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
        assertThat(link(client)).startsWith("<https://shop.example.com/books?");
        assertThat(location(client, "/books")).startsWith("https://shop.example.com/books/");
        assertThat(location(client, "/orders")).startsWith("https://shop.example.com/orders/");
    }

    static String link(RestTestClient client) {
        return throughProxy(client.get().uri("/books?size=2")).expectStatus().isOk()
                .returnResult().getResponseHeaders().getFirst("Link");
    }

    static String location(RestTestClient client, String path) {
        var request = client.post().uri(path).contentType(MediaType.APPLICATION_JSON).body("""
                {"isbn": "9787121429064", "title": "凤凰架构", "price": 99.00, "stock": 5,
                 "publishedOn": "2021-06-01", "bookId": 1, "quantity": 2}""");
        return throughProxy(request).expectStatus().isCreated()
                .returnResult().getResponseHeaders().getFirst("Location");
    }

    private static RestTestClient.ResponseSpec throughProxy(
            RestTestClient.RequestHeadersSpec<?> request) {
        return request.header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Host", "shop.example.com").exchange();
    }
}
