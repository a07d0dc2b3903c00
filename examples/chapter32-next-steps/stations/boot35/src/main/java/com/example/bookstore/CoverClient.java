package com.example.bookstore;

import java.time.Duration;

import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

@Component
public class CoverClient {

    private final RestTemplate http;

    public CoverClient(RestTemplateBuilder builder, StoreProperties store) {
        this.http = builder.rootUri(store.getCoverUrl())
                .setConnectTimeout(Duration.ofSeconds(1))
                .setReadTimeout(Duration.ofSeconds(2))
                .build();
    }

    /** 封面没有变就不用再取。 */
    public boolean isCacheable(String isbn) {
        ResponseEntity<byte[]> response = http.getForEntity("/{isbn}", byte[].class, isbn);
        HttpStatusCode status = response.getStatusCode();
        HttpHeaders headers = response.getHeaders();
        return status.is2xxSuccessful() && headers.containsKey(HttpHeaders.ETAG);
    }
}
