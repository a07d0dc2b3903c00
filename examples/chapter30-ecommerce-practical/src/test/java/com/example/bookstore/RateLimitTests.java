package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.bookstore.cart.Cart;
import com.example.bookstore.web.RateLimit;
import com.example.chaos.TcpProxy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Gives Redis one second to answer, so nothing else runs meanwhile. */
@DisplayName("限流用的 Redis 断了")
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
@Isolated
class RateLimitTests {

    private final int port = RunningProgram.freePort();

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).header("Authorization", "Basic "
                + Base64.getEncoder().encodeToString("li:reading".getBytes(StandardCharsets.UTF_8)));
    }

    private HttpResponse<String> order() {
        return Place.send(request("/api/orders").header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString("{\"items\": {\"%s\": 1}}".formatted(Place.THREE_BODY))));
    }

    private HttpResponse<String> checkout(HttpResponse<String> cartPage) {
        String form = "_csrf=%s&key=%s&coupon=".formatted(hidden(cartPage, "_csrf"), hidden(cartPage, "key"));
        String session = cartPage.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        return Place.send(request("/checkout").header("Cookie", session)
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form)));
    }

    private static String hidden(HttpResponse<String> page, String name) {
        return page.body().replaceAll("(?s).*name=\"" + name + "\" value=\"([^\"]+)\".*", "$1");
    }

    @Test
    @DisplayName("Redis 断了：接口照样下单，记一条日志；购物车和网页上的下单是 503；Redis 回来了接着数，网页也好了")
    void failsOpen() {
        try (TcpProxy proxy = new TcpProxy(Service.REDIS.host(), Service.REDIS.port()); Place place = new Place()) {
            List<String> arguments = new ArrayList<>(List.of(place.arguments()));
            arguments.addAll(List.of("--server.port=" + port, "--spring.data.redis.host=127.0.0.1",
                    "--spring.data.redis.port=" + proxy.port(), "--spring.data.redis.timeout=1s",
                    "--bookstore.orders-per-minute=2", "--bookstore.reconcile-cron=-"));
            try (ConfigurableApplicationContext store =
                    new SpringApplicationBuilder(BookstoreApplication.class).run(arguments.toArray(String[]::new))) {
                store.getBean(Cart.class).add("li", Place.THREE_BODY, 1);
                HttpResponse<String> cartPage = Place.send(request("/cart"));
                assertThat(List.of(order().statusCode(), order().statusCode(), order().statusCode()))
                        .containsExactly(201, 201, 429);
                proxy.cut(1000);
                assertThat(Logged.by("web.RateLimit", () -> assertThat(order().statusCode()).isEqualTo(201)))
                        .singleElement().asString().startsWith("WARN Redis 不答复，这一次不限流：");
                assertThat(Place.send(request("/")).statusCode()).isEqualTo(200);
                for (HttpResponse<String> page : List.of(Place.send(request("/cart")), checkout(cartPage))) {
                    assertThat(page.statusCode()).isEqualTo(503);
                    assertThat(page.body()).contains("书店正忙");
                }
                assertThat(place.count("orders")).isEqualTo(3);
                proxy.cut(0);
                RateLimit limit = store.getBean(RateLimit.class);
                Place.await(() -> !limit.allows("li"));
                assertThat(limit.allows("wang")).isTrue();
                assertThat(Place.send(request("/cart")).body()).contains("三体");
            }
        }
    }

    @Test
    @DisplayName("启动的时候 Redis 就连不上：书店照样启动、下单，购物车是 503；Redis 来了接着数；没有等它答复")
    void refusesConnectionsAtStart() {
        int refused = RunningProgram.freePort();
        try (Place place = new Place()) {
            List<String> arguments = new ArrayList<>(List.of(place.arguments()));
            arguments.addAll(List.of("--server.port=" + port, "--spring.data.redis.host=127.0.0.1",
                    "--spring.data.redis.port=" + refused, "--spring.data.redis.timeout=60s",
                    "--bookstore.orders-per-minute=2", "--bookstore.reconcile-cron=-"));
            try (ConfigurableApplicationContext store =
                    new SpringApplicationBuilder(BookstoreApplication.class).run(arguments.toArray(String[]::new))) {
                assertThat(List.of(order().statusCode(), order().statusCode(), order().statusCode())).containsOnly(201);
                assertThat(Place.send(request("/cart")).statusCode()).isEqualTo(503);
                try (TcpProxy proxy = new TcpProxy(Service.REDIS.host(), Service.REDIS.port(), refused)) {
                    assertThat(proxy.port()).isEqualTo(refused);
                    RateLimit limit = store.getBean(RateLimit.class);
                    Place.await(() -> !limit.allows("li"));
                    assertThat(Place.send(request("/cart")).statusCode()).isEqualTo(200);
                }
            }
        }
    }
}
