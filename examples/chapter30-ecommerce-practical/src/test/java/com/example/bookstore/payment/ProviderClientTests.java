package com.example.bookstore.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import com.example.book.RunningProgram;
import com.example.bookstore.platform.BookstoreProperties;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

@DisplayName("开付款单，支付方答得不对")
class ProviderClientTests {

    private static ProviderClient client(int port) {
        URI provider = URI.create("http://127.0.0.1:" + port);
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
        requests.setReadTimeout(Duration.ofSeconds(1));
        return new ProviderClient(RestClient.builder().requestFactory(requests), new BookstoreProperties(
                URI.create("http://127.0.0.1"), Duration.ofMinutes(15), 10,
                new BookstoreProperties.Provider(provider, "secret"), "b.", "r:", List.of()), step -> { });
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"500; application/json; {}", "404; application/json; {}",
            "200; application/json; ''", "200; application/json; null", "200; application/json; {}",
            "200; application/json; {\"url\":null}", "200; application/json; {\"url\":\"::\"}", "200; application/json; [1]",
            "200; text/html; <h1>维护中</h1>", "0; ; ''"})
    @DisplayName("不论怎样答，都是“支付方没有答复”的那一种异常，不是 500")
    void badAnswer(int status, String type, String body) throws IOException {
        HttpServer provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/charges", exchange -> {
            try (exchange) {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                if (status == 0) {
                    return; // 挂断
                }
                exchange.getResponseHeaders().set("Content-Type", type);
                exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        provider.start();
        try {
            refused(client(provider.getAddress().getPort()));
        }
        finally {
            provider.stop(0);
        }
    }

    @Test
    @DisplayName("连不上，也是")
    void notThere() {
        refused(client(RunningProgram.freePort()));
    }

    private static void refused(ProviderClient client) {
        assertThatThrownBy(() -> assertThat(client.charge(1, new BigDecimal("23.00"))).isNull())
                .isInstanceOf(RestClientException.class);
    }
}
