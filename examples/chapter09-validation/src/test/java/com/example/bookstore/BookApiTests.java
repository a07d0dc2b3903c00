package com.example.bookstore;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import com.example.book.HttpRequestFile;

import jakarta.validation.Validator;
import jakarta.validation.constraints.Digits;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@DisplayName("书店的接口")
class BookApiTests {

    @Autowired
    RestTestClient client;

    @Autowired
    Validator validator;

    @Test
    @DisplayName("requests.http 里的每个请求都能跑，交换与录下的一致")
    void requestFile(@LocalServerPort int port) {
        HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port))
                .runAndCheck();
    }

    @Test
    @DisplayName("同一本书上架第二次：校验拦下，400")
    void secondTime() {
        String book = """
                {"isbn": "9787111213826", "title": "Java 编程思想", "price": 108.00,
                 "authors": [{"name": "Bruce Eckel"}]}""";
        assertThat(List.of(create(book), create(book))).containsExactly(201, 400);
    }

    @Test
    @DisplayName("位数大到溢出的价格过得了 @Digits，要靠 @DecimalMax 拦下")
    void hugePrice() {
        record WithDigits(@Digits(integer = 6, fraction = 2) BigDecimal price) {
        }
        assertThat(validator.validate(new WithDigits(new BigDecimal("1E+2147483647")))).isEmpty();
        for (String price : List.of("1e2147483647", "12e2147483646", "1e6", "1000000.00")) {
            assertThat(priced(price)).as(price).isEqualTo(400);
        }
        assertThat(priced("999999.99")).isEqualTo(201);
    }

    @Test
    @DisplayName("数量写成 1.9：Jackson 默认截成 1，订单照收；书店关掉了它，得到 400")
    void fractions() {
        String order = """
                {"email": "a@b.cn", "address": {"city": "杭州", "postcode": "310000"},
                 "lines": [{"isbn": "9787111641247", "quantity": 1.9}]}""";
        order(client, order).expectStatus().isBadRequest();
        order(client, order.replace("1.9", "1")).expectStatus().isCreated();
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run(
                "--server.port=0", "--spring.jackson.deserialization.accept-float-as-int=true")) {
            RestTestClient byDefault = RestTestClient.bindToServer().baseUrl("http://localhost:"
                    + context.getEnvironment().getProperty("local.server.port")).build();
            order(byDefault, order).expectStatus().isCreated()
                    .expectBody(String.class).isEqualTo("{\"books\":1}");
        }
    }

    private static RestTestClient.ResponseSpec order(RestTestClient client, String order) {
        return client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).body(order)
                .exchange();
    }

    private int priced(String price) {
        return create("""
                {"isbn": "9787115155108", "title": "代码大全", "price": %s,
                 "authors": [{"name": "Steve McConnell"}]}""".formatted(price));
    }

    private int create(String book) {
        return client.post().uri("/books").contentType(MediaType.APPLICATION_JSON).body(book)
                .exchange().returnResult(byte[].class).getStatus().value();
    }
}
