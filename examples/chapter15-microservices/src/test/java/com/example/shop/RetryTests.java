package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Each service calls the next one and tries again when that fails. */
@Timeout(120)
class RetryTests {

    // region caller
    static class Next {

        private final RestClient next;

        Next(RestClient next) {
            this.next = next;
        }

        // 失败了再试两次，一共三次
        @Retryable(maxRetries = 2, delay = 1)
        public String call() {
            return next.get().uri("/work").retrieve().body(String.class);
        }
    }
    // endregion caller

    /** The JDK's client; the other one would try again by itself, see {@link #hiddenRetry}. */
    private static RestClient client(String url) {
        return RestClient.builder().baseUrl(url).requestFactory(new JdkClientHttpRequestFactory()).build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableResilientMethods
    static class Hop {

        @Bean
        Next everywhere(@Value("${next}") String next) {
            return new Next(client(next));
        }

        @Bean
        Next onceAbovePlain(@Value("${next}") String next) {
            return new Next(client(next + "/plain"));
        }

        @Bean
        Door door(Next everywhere, Next onceAbovePlain, @Value("${next}") String next) {
            return new Door(everywhere, onceAbovePlain, new Next(client(next + "/plain")));
        }
    }

    @RestController
    static class Door {

        final AtomicInteger arrived = new AtomicInteger();
        private final Next everywhere;
        private final Next onceAbovePlain;
        private final Next plain;

        /** The third one is no bean: nothing tries again for it. */
        Door(Next everywhere, Next onceAbovePlain, Next plain) {
            this.everywhere = everywhere;
            this.onceAbovePlain = onceAbovePlain;
            this.plain = plain;
        }

        /** Tries again, and so does the next one. */
        @GetMapping("/work")
        String work() {
            arrived.incrementAndGet();
            return everywhere.call();
        }

        /** Tries again, and the next one does not. */
        @GetMapping("/once/work")
        String once() {
            arrived.incrementAndGet();
            return onceAbovePlain.call();
        }

        /** Does not try again. */
        @GetMapping("/plain/work")
        String plain() {
            arrived.incrementAndGet();
            return plain.call();
        }
    }

    /** Three services in a row, before one that fails as often as told. */
    private static final class Chain implements AutoCloseable {

        private final AtomicInteger failures = new AtomicInteger();
        private final StandIn last = StandIn.start(exchange -> StandIn.json(
                failures.getAndDecrement() > 0 ? 503 : 200, "\"done\"").to(exchange));
        private final List<ConfigurableApplicationContext> hops = new ArrayList<>();

        Chain() {
            hops.addFirst(hop(last.url()));
            hops.addFirst(hop(Apps.url(hops.getFirst())));
            hops.addFirst(hop(Apps.url(hops.getFirst())));
        }

        /** Arrivals from the first service to the last when one customer asks once. */
        List<Integer> arrivals(String path, int failing) {
            failures.set(failing);
            last.resetArrived();
            hops.forEach(one -> one.getBean(Door.class).arrived.set(0));
            Http.get(Apps.url(hops.getFirst()) + path);
            List<Integer> arrivals = new ArrayList<>();
            hops.forEach(one -> arrivals.add(one.getBean(Door.class).arrived.get()));
            arrivals.add(last.arrived());
            return arrivals;
        }

        @Override
        public void close() {
            hops.forEach(ConfigurableApplicationContext::close);
            last.close();
        }
    }

    private static ConfigurableApplicationContext hop(String next) {
        return Apps.start(Hop.class, "hop", "--next=" + next, "--eureka.client.enabled=false");
    }

    @Test
    void threeLevels() {
        List<Integer> everywhere;
        List<Integer> once;
        try (Chain chain = new Chain()) {
            everywhere = chain.arrivals("/work", Integer.MAX_VALUE);
            // One failure costs one more call of the last, and nothing above it.
            assertThat(chain.arrivals("/work", 1)).containsExactly(1, 1, 1, 2);
            once = chain.arrivals("/once/work", Integer.MAX_VALUE);
        }
        assertThat(everywhere).containsExactly(1, 3, 9, 27);
        assertThat(once).containsExactly(1, 3, 3, 3);
        Table table = new Table("收到的请求数", "第一个", "第二个", "第三个", "最里面的");
        table.row("三个服务都重试", everywhere.get(0), everywhere.get(1),
                everywhere.get(2), everywhere.get(3));
        table.row("第一个重试，别的不重试", once.get(0), once.get(1), once.get(2), once.get(3));
        Recording.check("retries.txt", table.toString());
    }

    /** Calls of one request that is answered with 503, by the client under the RestClient. */
    private static int calls(ClientHttpRequestFactory factory, String method) {
        try (StandIn last = StandIn.start(StandIn.json(503, "{}"))) {
            RestClient client = RestClient.builder().baseUrl(last.url()).requestFactory(factory).build();
            RestClient.RequestBodySpec request = client.method(HttpMethod.valueOf(method)).uri("/work");
            if (method.equals("POST")) {
                request.contentType(MediaType.APPLICATION_JSON).body(Map.of("isbn", "9787536692930"));
            }
            Throwable thrown = catchThrowable(() -> request.retrieve().toBodilessEntity());
            assertThat(thrown).isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
            return last.arrived();
        }
    }

    /** How long the caller of one GET is kept that is answered with 503, and with when to come back where that is said. */
    private static Duration keptFor(HttpClientSettings settings, String retryAfter) {
        try (StandIn last = StandIn.start(exchange -> {
            if (retryAfter != null) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            exchange.sendResponseHeaders(503, -1);
        })) {
            RestClient client = RestClient.builder().baseUrl(last.url())
                    .requestFactory(ClientHttpRequestFactoryBuilder.httpComponents().build(settings)).build();
            long start = System.nanoTime();
            assertThat(catchThrowable(() -> client.get().uri("/work").retrieve().toBodilessEntity()))
                    .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
            assertThat(last.arrived()).isEqualTo(2);
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    @Test
    void retryAfter() {
        HttpClientSettings settings = HttpClientSettings.defaults().withReadTimeout(Duration.ofMillis(500));
        // The first one pays for what the client has to load.
        keptFor(settings, "0");
        assertThat(keptFor(settings, null)).isBetween(Duration.ofMillis(950), Duration.ofMillis(1_900));
        assertThat(keptFor(settings, "2")).isGreaterThan(Duration.ofMillis(1_900));
    }

    private static int callsOfTheJdkWhenClosed(String method) {
        AtomicInteger arrived = new AtomicInteger();
        try (StandIn last = StandIn.start(exchange -> {
            arrived.incrementAndGet();
            throw new IOException("关了连接，没有响应");
        })) {
            RestClient client = RestClient.builder().baseUrl(last.url())
                    .requestFactory(ClientHttpRequestFactoryBuilder.jdk().build()).build();
            assertThat(catchThrowable(() -> client.method(HttpMethod.valueOf(method)).uri("/work")
                    .retrieve().toBodilessEntity())).isInstanceOf(ResourceAccessException.class);
            return arrived.get();
        }
    }

    @Test
    void hiddenRetry() {
        Table table = new Table("后面的服务返回 503", "GET 到达几次", "POST 到达几次");
        int jdkGet = calls(ClientHttpRequestFactoryBuilder.jdk().build(), "GET");
        int jdkPost = calls(ClientHttpRequestFactoryBuilder.jdk().build(), "POST");
        int otherGet = calls(ClientHttpRequestFactoryBuilder.httpComponents().build(), "GET");
        int otherPost = calls(ClientHttpRequestFactoryBuilder.httpComponents().build(), "POST");
        int offGet = calls(ClientHttpRequestFactoryBuilder.httpComponents()
                .withHttpClientCustomizer(client -> client.disableAutomaticRetries()).build(), "GET");
        table.row("jdk", jdkGet, jdkPost).row("http-components", otherGet, otherPost);
        assertThat(jdkGet).isEqualTo(1);
        assertThat(jdkPost).isEqualTo(1);
        assertThat(otherGet).isEqualTo(2);
        assertThat(otherPost).isEqualTo(2);
        assertThat(offGet).isEqualTo(1);
        // The JDK's client has one as well: the connection is closed, and there was no response.
        assertThat(callsOfTheJdkWhenClosed("GET")).isEqualTo(2);
        assertThat(callsOfTheJdkWhenClosed("POST")).isEqualTo(1);
        Recording.check("hidden-retry.txt", table.toString());
    }
}
