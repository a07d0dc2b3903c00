package com.example.bookstore.orders;

import java.util.Map;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** 直接调用支付服务，等多久由 {@code spring.http.clients.read-timeout} 决定。 */
@Component
class RestPayments implements Payments {

    private final RestClient client;

    RestPayments(RestClient.Builder builder, @Value("${bookstore.payment-url}") String url) {
        this.client = builder.baseUrl(url).build();
    }

    // region charge
    @Override
    public Receipt charge(String orderId, int cents) {
        Receipt receipt = client.put().uri("/payments/{id}", orderId)
                .body(Map.of("cents", cents)).retrieve().body(Receipt.class);
        if (receipt == null) {
            throw new RestClientException("支付服务的响应是空的");
        }
        return receipt;
    }
    // endregion charge
}
