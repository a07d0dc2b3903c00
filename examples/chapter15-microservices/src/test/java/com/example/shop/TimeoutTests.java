package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;
import com.example.order.Book;
import com.example.order.CatalogClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClient;

@Timeout(120)
@Isolated
class TimeoutTests {

    private static final int THREADS = 8;
    private static final int ASKED = 20;
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final String NOTHING = "--bookstore.nothing=1";
    private static final String READ_TIMEOUT = "--spring.http.serviceclient.catalog.read-timeout=200ms";

    /** The order service with one setting and few threads, and the catalog that it calls. */
    private record Shop(StandIn catalog, ConfigurableApplicationContext order) {
    }

    private static final Map<List<String>, Shop> SHOPS = new ConcurrentHashMap<>();

    /** Started once for all tests. */
    private static Shop shop(String... settings) {
        return SHOPS.computeIfAbsent(List.of(settings), key -> {
            StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK));
            return new Shop(catalog, Apps.order(Stream.concat(Stream.of(
                    "--spring.config.location=classpath:no-timeout.yml", "--bookstore.catalog=" + catalog.url(),
                    "--server.tomcat.threads.max=" + THREADS), Stream.of(settings)).toArray(String[]::new)));
        });
    }

    @AfterAll
    static void stop() {
        SHOPS.values().forEach(shop -> {
            shop.order().close();
            shop.catalog().close();
        });
    }

    private static Load orders(String base, int requests, int clients, Duration thought) {
        HttpRequest order = HttpRequest.newBuilder(URI.create(base + "/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Http.order())).build();
        return Load.of(number -> {
            LockSupport.parkNanos(thought.toNanos());
            return order;
        }, requests, clients, Duration.ofSeconds(60));
    }

    /** 20 customers who look at their order at the same time. */
    private static int look(String base, Duration limit) {
        return Load.get(URI.create(base + "/orders/1"), ASKED, ASKED, limit).run().count(200);
    }

    /** Looking at an order before, while and after the catalog does not answer. */
    private static int[] avalanche(Duration patience, String setting) {
        Shop shop = shop(setting);
        StandIn catalog = shop.catalog();
        String base = Apps.url(shop.order());
        assertThat(Http.order(base).statusCode()).isEqualTo(201);
        int before = look(base, LONG);
        catalog.hold();
        try (Load.Running orders = orders(base, 10_000, 2 * THREADS, Duration.ZERO).start()) {
            await().atMost(LONG).until(() -> catalog.now() >= THREADS || orders.done() > 0);
            int meanwhile = look(base, patience);
            catalog.release();
            orders.stop();
            return new int[] {before, meanwhile, look(base, LONG)};
        }
    }

    @Test
    void avalanche() {
        // The first customers wait for three seconds: meanwhile the other shops start.
        CompletableFuture<int[]> first = CompletableFuture.supplyAsync(
                () -> avalanche(Duration.ofSeconds(3), NOTHING), Thread::startVirtualThread);
        int[] with = avalanche(LONG, READ_TIMEOUT);
        int[] virtual = avalanche(LONG, "--spring.threads.virtual.enabled=true");
        int[] without = first.join();
        assertThat(without).containsExactly(ASKED, 0, ASKED);
        assertThat(with).containsExactly(ASKED, ASKED, ASKED);
        assertThat(virtual).containsExactly(ASKED, ASKED, ASKED);
        Table table = new Table("看订单的 20 个请求，有响应的", "目录服务正常", "目录服务不响应", "又正常了");
        table.row("订单服务没有设超时", without[0], without[1], without[2]);
        table.row("读超时 200 毫秒", with[0], with[1], with[2]);
        table.row("没有设超时，用虚拟线程", virtual[0], virtual[1], virtual[2]);
        Recording.check("avalanche.txt", table.toString());
    }

    /** What the customers wait for who look at their order: the median while the catalog is well, slow, and well again. */
    private record Waits(Duration before, Duration meanwhile, Duration after) {
    }

    private static Duration median(String base, int looks) {
        LoadResult result = Load.get(URI.create(base + "/orders/1"), looks, ASKED, Duration.ofSeconds(60)).run();
        assertThat(result.count(200)).isEqualTo(looks);
        return result.percentile(50);
    }

    /** Sixteen customers order all the time, each after 50 ms of thought; nothing changes but the catalog's speed. */
    private static Waits waits(String setting) {
        Shop shop = shop(setting);
        StandIn catalog = shop.catalog();
        String base = Apps.url(shop.order());
        assertThat(Http.order(base).statusCode()).isEqualTo(201);
        try (Load.Running orders = orders(base, 100_000, 2 * THREADS, Duration.ofMillis(50)).start()) {
            median(base, 20 * ASKED); // warms up
            Duration before = median(base, 20 * ASKED);
            catalog.slow(Duration.ofSeconds(2));
            await().atMost(LONG).until(() -> catalog.now() >= THREADS);
            Duration meanwhile = median(base, ASKED);
            catalog.release();
            AtomicReference<Duration> after = new AtomicReference<>();
            await().atMost(LONG).untilAsserted(() -> {
                after.set(median(base, 20 * ASKED));
                assertThat(after.get()).isLessThan(before.multipliedBy(10));
            });
            return new Waits(before, meanwhile, after.get());
        }
    }

    @Test
    void latencyBeforeDuringAndAfter() {
        Waits without = waits(NOTHING);
        Waits with = waits(READ_TIMEOUT);
        assertThat(without.meanwhile()).isGreaterThan(without.before().multipliedBy(50));
        assertThat(with.meanwhile()).isGreaterThan(with.before().multipliedBy(5));
        assertThat(without.meanwhile()).isGreaterThan(with.meanwhile().multipliedBy(3));
        Table table = new Table("看订单要等多久（中位数）", "目录服务正常", "每次要 2 秒", "又正常了");
        table.row("订单服务没有设超时", "算作 1", "50 倍以上", "10 倍以内");
        table.row("读超时 200 毫秒", "算作 1", "5 倍以上", "10 倍以内");
        Recording.check("avalanche-latency.txt", table.toString());
    }

    @Test
    void noDefault() {
        assertThat(HttpClientSettings.defaults().readTimeout()).isNull();
        assertThat(HttpClientSettings.defaults().connectTimeout()).isNull();
    }

    /** What was written for Boot 3.5 is no error, and nobody reads it. */
    @Test
    void oldNameIsNotRead() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class));
        runner.withPropertyValues("spring.http.client.read-timeout=200ms").run(context ->
                assertThat(context.getBean(HttpClientSettings.class).readTimeout()).isNull());
        runner.withPropertyValues("spring.http.clients.read-timeout=200ms").run(context ->
                assertThat(context.getBean(HttpClientSettings.class).readTimeout()).isEqualTo(Duration.ofMillis(200)));
    }

    private static ClientHttpRequestFactory factory(String client, HttpClientSettings settings) {
        Map<String, ClientHttpRequestFactoryBuilder<?>> builders = Map.of(
                "jdk", ClientHttpRequestFactoryBuilder.jdk(),
                "http-components", ClientHttpRequestFactoryBuilder.httpComponents(),
                "simple", ClientHttpRequestFactoryBuilder.simple());
        return builders.get(client).build(settings);
    }

    @ParameterizedTest
    @CsvSource({"jdk, read-timeout-jdk.txt", "http-components, read-timeout-http-components.txt",
            "simple, read-timeout-http-components.txt"})
    void readTimeout(String client, String recording) {
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK))) {
            catalog.hold();
            RestClient rest = RestClient.builder().baseUrl(catalog.url()).requestFactory(factory(client,
                    HttpClientSettings.defaults().withReadTimeout(Duration.ofMillis(300)))).build();
            Throwable thrown = catchThrowable(() -> rest.get().uri("/books/1").retrieve().body(String.class));
            assertThat(thrown).isInstanceOf(ResourceAccessException.class);
            Recording.check(recording, thrown.getClass().getName() + ": "
                    // The JDK's client says "get" instead when another thread noticed the timeout first; JDK 21 says nothing.
                    + thrown.getMessage().replaceFirst(": (get|null)$", ": Request cancelled") + "\nCaused by: " + thrown.getCause().getClass().getName() + "\n");
        }
    }

    private static final Map<String, CompletableFuture<Throwable>> DRIPPED = new HashMap<>();

    /** What each of the clients throws: they wait for their answers at the same time. */
    private static Throwable dripped(String client) {
        List.of("jdk", "http-components", "simple").forEach(each -> DRIPPED.computeIfAbsent(each,
                key -> CompletableFuture.supplyAsync(() -> drip(key), Thread::startVirtualThread)));
        return DRIPPED.get(client).join();
    }

    private static Throwable drip(String client) {
        try (StandIn catalog = StandIn.start(StandIn.dripping("{\"title\":\"01234567890123456789\"}", 50))) {
            RestClient rest = RestClient.builder().baseUrl(catalog.url()).requestFactory(factory(client,
                    HttpClientSettings.defaults().withReadTimeout(Duration.ofMillis(500)))).build();
            return catchThrowable(() -> rest.get().uri("/books/1").retrieve().body(String.class));
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk, true", "http-components, false", "simple, false"})
    void dripping(String client, boolean bounded) {
        Throwable thrown = dripped(client);
        if (bounded) {
            assertThat(thrown).isInstanceOf(RestClientException.class).isNotInstanceOf(ResourceAccessException.class);
            assertThat(thrown.getCause()).isInstanceOf(IOException.class).hasMessage("closed");
            assertThat(thrown).rootCause().isNotInstanceOf(HttpTimeoutException.class);
        }
        else {
            assertThat(thrown).isNull();
        }
    }

    /** The JDK's client counts from the start: no connect timeout is needed for it to give up. */
    @Test
    void connectingCountsForTheJdk() {
        try (FullSocket full = FullSocket.open()) {
            RestClient rest = RestClient.builder().baseUrl(full.url()).requestFactory(factory("jdk",
                    HttpClientSettings.defaults().withReadTimeout(Duration.ofMillis(300)))).build();
            assertThatThrownBy(() -> rest.get().uri("/").retrieve().body(String.class))
                    .isInstanceOf(ResourceAccessException.class).hasCauseInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void refused() {
        StandIn closed = StandIn.start(StandIn.json(200, StandIn.BOOK));
        closed.close();
        try (ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=" + closed.url())) {
            Throwable thrown = catchThrowable(() -> order.getBean(CatalogClient.class).book("9787536692930"));
            assertThat(thrown).isInstanceOf(ResourceAccessException.class);
            Recording.check("refused.txt", thrown);
        }
    }

    /** The first line and the first cause are the same, the name is wrong. */
    @Test
    void unknownName() {
        try (ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=http://no-such-catalog.invalid:8081")) {
            Throwable thrown = catchThrowable(() -> order.getBean(CatalogClient.class).book("9787536692930"));
            assertThat(thrown).isInstanceOf(ResourceAccessException.class).hasMessageEndingWith(": null")
                    .hasCauseInstanceOf(ConnectException.class)
                    .hasRootCauseInstanceOf(UnresolvedAddressException.class);
        }
    }

    @Test
    void happy() {
        String isbn = "9787536692930";
        SharedOrder.catalog(StandIn.json(200, StandIn.BOOK));
        assertThat(SharedOrder.bean(CatalogClient.class).book(isbn)).isEqualTo(new Book(isbn, "三体", 2300));
    }

    /** With the gateway's starter in the same application. */
    @Test
    void gatewayDropsGroupTimeout() {
        Table table = new Table("同一个应用里", "设了 read-timeout: 200ms，目录服务 1 秒后才响应");
        for (boolean gateway : new boolean[] {false, true}) {
            Shop shop = gateway ? shop(READ_TIMEOUT, "--spring.autoconfigure.exclude=") : shop(READ_TIMEOUT);
            shop.catalog().slow(Duration.ofSeconds(1));
            int status = Http.order(Apps.url(shop.order())).statusCode();
            shop.catalog().release();
            assertThat(status).isEqualTo(gateway ? 201 : 503);
            table.row(gateway ? "有网关的 starter" : "没有网关的 starter",
                    gateway ? "等到了，HTTP 201" : "不等了，HTTP 503");
        }
        Recording.check("gateway-drops-timeout.txt", table.toString());
    }

    @Test
    void gatewayKeepsGlobalTimeout() {
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK));
                ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=" + catalog.url(),
                        "--spring.autoconfigure.exclude=", "--spring.http.clients.read-timeout=200ms")) {
            catalog.hold();
            assertThat(Http.order(Apps.url(order)).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void outerGivesUpFirst() {
        try (StandIn catalog = StandIn.start(StandIn.json(200, StandIn.BOOK));
                ConfigurableApplicationContext order = Apps.order("--bookstore.catalog=" + catalog.url(),
                        "--spring.http.serviceclient.catalog.read-timeout=30s");
                ConfigurableApplicationContext gateway = Apps.gateway("--bookstore.order=" + Apps.url(order),
                        "--spring.http.clients.read-timeout=300ms")) {
            catalog.hold();
            HttpResponse<String> told = Http.order(Apps.url(gateway));
            assertThat(told.statusCode()).isEqualTo(504);
            catalog.release();
            await().atMost(LONG)
                    .until(() -> Http.get(Apps.url(order) + "/orders/1").statusCode() == 200);
            Recording.check("outer-gives-up.txt", new Table("时刻", "看到的")
                    .row("顾客下单", "HTTP " + told.statusCode())
                    .row("过一会儿看订单", "HTTP 200，订单下成了").toString());
        }
    }
}
