package com.example.bookstore.orders;

import java.util.Objects;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** 调用目录服务。 */
@Component
class Catalog {

    private final RestClient client;

    Catalog(RestClient.Builder builder, @Value("${bookstore.catalog-url}") String url) {
        this.client = builder.baseUrl(url).build();
    }

    record Book(String isbn, String title, int cents) {
    }

    Book book(String isbn) {
        return Objects.requireNonNull(client.get().uri("/books/{isbn}", isbn).retrieve().body(Book.class),
                "目录服务的响应是空的");
    }
}
