package com.example.bookstore.orders;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** 调用目录服务。 */
@Component
class Catalog {

    private final RestClient client;

    Catalog(RestClient.Builder builder, @Value("${bookstore.catalog-url}") String url) {
        this.client = builder.baseUrl(url).build();
    }

    record Book(String isbn, String title, int cents) {
    }

    /** 目录服务说没有这本书；别的服务的 404 不是这个意思。 */
    static class NoSuchBook extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoSuchBook(String isbn, Throwable cause) {
            super("目录里没有 " + isbn, cause);
        }
    }

    Book book(String isbn) {
        try {
            Book book = client.get().uri("/books/{isbn}", isbn).retrieve().body(Book.class);
            if (book == null) {
                throw new RestClientException("目录服务的响应是空的");
            }
            return book;
        }
        catch (HttpClientErrorException.NotFound ex) {
            throw new NoSuchBook(isbn, ex);
        }
    }
}
