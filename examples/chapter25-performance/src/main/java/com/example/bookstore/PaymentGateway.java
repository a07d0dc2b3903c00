package com.example.bookstore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The payment service of somebody else. */
@Component
class PaymentGateway {

    private final RestClient http;

    PaymentGateway(RestClient.Builder http, @Value("${bookstore.gateway}") String address) {
        this.http = http.baseUrl(address).build();
    }

    /** @throws org.springframework.web.client.ResourceAccessException when it does not answer in time */
    void charge(long orderId) {
        http.post().uri("/charges/{order}", orderId).retrieve().toBodilessEntity();
    }
}
