package com.example.bookstore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** The payment service of somebody else. */
@Component
class PaymentGateway {

    private final RestClient http;

    PaymentGateway(RestClient.Builder http, @Value("${bookstore.gateway}") String address) {
        this.http = http.baseUrl(address).build();
    }

    /** @throws org.springframework.web.client.RestClientException unless it says in time, with 200, that it took the money */
    void charge(long orderId) {
        var answer = http.post().uri("/charges/{order}", orderId).retrieve().toBodilessEntity();
        if (answer.getStatusCode().value() != 200) {
            throw new RestClientException("没有说收了钱：" + answer.getStatusCode());
        }
    }
}
