package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.Load;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

@Timeout(120)
class PoolTests {

    private static final int CLIENTS = 20;

    /** How many calls the catalog has at once when 20 customers order and it does not answer. */
    private static int atOnce(String client, int expected, Class<?>... more) {
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK));
                ConfigurableApplicationContext order = new SpringApplicationBuilder(
                        com.example.order.OrderApplication.class).sources(more)
                        .properties("spring.config.name=order").run("--server.port=0",
                                "--spring.main.banner-mode=off", "--spring.cloud.config.enabled=false",
                                "--bookstore.catalog=" + catalog.url(),
                                "--spring.http.clients.imperative.factory=" + client,
                                "--spring.http.serviceclient.catalog.read-timeout=60s")) {
            catalog.hold();
            HttpRequest one = HttpRequest.newBuilder(URI.create(Apps.url(order) + "/orders"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(Http.order())).build();
            try (Load.Running load = Load.of(number -> one, CLIENTS, CLIENTS, Duration.ofSeconds(60)).start()) {
                await().atMost(Duration.ofSeconds(20)).until(() -> catalog.now() == expected);
                if (expected < CLIENTS) {
                    // The others must be waiting for a connection, not on their way.
                    await().during(Duration.ofMillis(700)).atMost(Duration.ofSeconds(10))
                            .until(() -> catalog.now() == expected);
                }
                catalog.release();
                assertThat(load.await().count(201)).isEqualTo(CLIENTS);
                return catalog.most();
            }
        }
    }

    // region pool
    @Configuration(proxyBeanMethods = false)
    static class BiggerPool {

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<
                HttpComponentsClientHttpRequestFactoryBuilder> pool() {
            return builder -> builder
                    .withConnectionManagerCustomizer(
                            manager -> manager.setMaxConnPerRoute(50).setMaxConnTotal(100))
                    // 连接都占着，等一秒就放弃
                    .withDefaultRequestConfigCustomizer(
                            config -> config
                                    .setConnectionRequestTimeout(1, TimeUnit.SECONDS));
        }
    }
    // endregion pool

    @Test
    void defaults() {
        int jdk = atOnce("jdk", CLIENTS);
        int components = atOnce("http-components", 5);
        int bigger = atOnce("http-components", CLIENTS, BiggerPool.class);
        assertThat(jdk).isEqualTo(CLIENTS);
        assertThat(components).isEqualTo(5);
        assertThat(bigger).isEqualTo(CLIENTS);
        Recording.check("pool.txt", new Table("20 个顾客同时下单", "同时到达目录服务的")
                .row("jdk", jdk).row("http-components，默认的连接池", components)
                .row("http-components，每个地址 50 个", bigger).toString());
    }

    /** The one connection is busy: the limits for connecting and reading are far away, that for waiting is not. */
    @Test
    void waitingForAConnectionHasItsOwnTimeout() {
        ClientHttpRequestFactory factory = new BiggerPool().pool()
                .customize(ClientHttpRequestFactoryBuilder.httpComponents())
                .withConnectionManagerCustomizer(manager -> manager.setMaxConnPerRoute(1).setMaxConnTotal(1))
                .build(HttpClientSettings.defaults().withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK))) {
            RestClient rest = RestClient.builder().baseUrl(catalog.url()).requestFactory(factory).build();
            catalog.hold();
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> book(rest), Thread::startVirtualThread);
            await().atMost(Duration.ofSeconds(20)).until(() -> catalog.now() == 1);
            long start = System.nanoTime();
            assertThatThrownBy(() -> book(rest)).isInstanceOf(ResourceAccessException.class)
                    .hasCauseInstanceOf(ConnectionRequestTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(30));
            assertThat(catalog.arrived()).isEqualTo(1);
            catalog.release();
            assertThat(first.join()).isEqualTo(StandIn.BOOK);
            assertThat(book(rest)).as("连接还回来了").isEqualTo(StandIn.BOOK);
        }
        assertThat(RequestConfig.DEFAULT.getConnectionRequestTimeout().toMinutes()).isEqualTo(3);
    }

    private static String book(RestClient rest) {
        return rest.get().uri("/books/1").retrieve().body(String.class);
    }

    /** Which client is used when none is named depends on the class path. */
    @Test
    void eurekaBringsAnotherClient() throws IOException {
        assertThat(ClientHttpRequestFactoryBuilder.detect())
                .isInstanceOf(HttpComponentsClientHttpRequestFactoryBuilder.class);
        ClassLoader withoutIt = new ClassLoader(PoolTests.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("org.apache.hc.") || name.startsWith("org.eclipse.jetty.")
                        || name.startsWith("reactor.netty.")) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };
        assertThat(ClientHttpRequestFactoryBuilder.detect(withoutIt))
                .isInstanceOf(JdkClientHttpRequestFactoryBuilder.class);
        // Who brought it: the dependency is neither optional nor one of the tests.
        for (String client : List.of("spring-cloud-netflix-eureka-client", "spring-cloud-config-client")) {
            assertThat(pom(client)).as(client).containsPattern("<artifactId>httpclient5</artifactId>\\s*"
                    + "<version>[^<]+</version>\\s*<scope>compile</scope>\\s*</dependency>");
        }
    }

    private static String pom(String artifact) throws IOException {
        try (InputStream pom = PoolTests.class.getResourceAsStream(
                "/META-INF/maven/org.springframework.cloud/" + artifact + "/pom.xml")) {
            return new String(pom.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
