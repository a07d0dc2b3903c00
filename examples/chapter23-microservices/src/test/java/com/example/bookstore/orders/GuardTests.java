package com.example.bookstore.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.Load;
import com.example.bookstore.Downstream;
import com.example.bookstore.Http;
import com.example.bookstore.catalog.CatalogApplication;
import com.example.bookstore.payment.PaymentApplication;
import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/** The order service in this JVM, before a payment service that counts. */
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Http.LOG)
class GuardTests {

    private static final String BOOK = "{\"isbn\":\"111\",\"title\":\"Java 编程思想\",\"cents\":10800}";
    private static final String RECEIPT = "{\"orderId\":\"1\",\"cents\":10800}";

    /** For tests which count attempts: none of them is to be lost because the machine is slow. */
    private static final String PATIENT = "--spring.http.clients.read-timeout=30s";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : open.reversed()) {
            part.close();
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.add(part);
        return part;
    }

    private ConfigurableApplicationContext started(SpringApplicationBuilder builder, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--server.port=0");
        all.add("--spring.jmx.enabled=false");
        return opened(builder.run(all.toArray(String[]::new)));
    }

    private Downstream payment(Downstream.Answer answer) {
        return opened(new Downstream(RECEIPT, answer));
    }

    private ConfigurableApplicationContext shop(Downstream payment, String... arguments) {
        Downstream catalog = opened(new Downstream(BOOK, n -> 200));
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--bookstore.catalog-url=" + catalog.url());
        all.add("--bookstore.payment-url=" + payment.url());
        return started(OrdersApplication.builder(), all.toArray(String[]::new));
    }

    @Test
    void happyOrder() throws Exception {
        String catalog = Http.url(started(CatalogApplication.builder()));
        String payment = Http.url(started(PaymentApplication.builder()));
        // A first request may be slow; here nothing is to be tried again because of it.
        String shop = Http.url(started(OrdersApplication.builder(), PATIENT,
                "--bookstore.catalog-url=" + catalog, "--bookstore.payment-url=" + payment));
        HttpResponse<String> response = Http.placeOrder(shop);
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(Http.get(shop + "/books/999").statusCode()).isEqualTo(404);
        Recording.check("first-order.txt", "POST /orders  %d%n%s%nGET /payments%n%s%n".formatted(
                response.statusCode(), response.body(), Http.get(payment + "/payments").body()));
    }

    @Test
    void badOrderIsAnswered() throws Exception {
        String shop = Http.url(shop(payment(n -> 200)));
        HttpRequest empty = HttpRequest.newBuilder(URI.create(shop + "/orders"))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("{}")).build();
        assertThat(Http.send(empty).statusCode()).isEqualTo(400);
    }

    @Test
    void whoCannotReadTheAnswerPlacesNoOrder() throws Exception {
        Downstream payment = payment(n -> 200);
        String shop = Http.url(shop(payment, PATIENT));
        HttpRequest csv = HttpRequest.newBuilder(Http.order(shop), (name, value) -> true)
                .setHeader("Accept", "text/csv").build();
        assertThat(Http.send(csv).statusCode()).isEqualTo(406);
        assertThat(payment.calls()).as("没有收钱").isZero();
    }

    @Test
    void lostResponseChargesOnce() throws Exception {
        // The payment is done, then the response takes longer than the caller waits: once.
        String payment = Http.url(started(PaymentApplication.builder(), "--chaos.enabled=true",
                "--chaos.rules[0].path=/payments/", "--chaos.rules[0].first=1", "--chaos.rules[0].latency=2500ms",
                "--chaos.rules[0].when=after"));
        Downstream catalog = opened(new Downstream(BOOK, n -> 200));
        String shop = Http.url(started(OrdersApplication.builder(), "--spring.http.clients.read-timeout=1s",
                "--bookstore.catalog-url=" + catalog.url(), "--bookstore.payment-url=" + payment));
        assertThat(Http.placeOrder(shop).statusCode()).isEqualTo(201);
        String totals = Http.get(payment + "/payments").body();
        assertThat(totals).contains("\"charged\":1", "\"calls\":2");
        Recording.check("charged-once.txt", totals);
    }

    @Test
    void slowCallIsFinishedAnyway() throws Exception {
        String payment = Http.url(started(PaymentApplication.builder(), "--chaos.enabled=true",
                "--chaos.rules[0].path=/payments/", "--chaos.rules[0].latency=1500ms"));
        Downstream catalog = opened(new Downstream(BOOK, n -> 200));
        String shop = Http.url(started(OrdersApplication.builder(), "--bookstore.guard=none",
                "--bookstore.catalog-url=" + catalog.url(), "--bookstore.payment-url=" + payment));
        assertThat(Http.placeOrder(shop).statusCode()).isEqualTo(504);
        String whenTold = Http.get(payment + "/payments").body();
        long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        String later;
        do {
            later = Http.get(payment + "/payments").body();
            assertThat(System.nanoTime()).isLessThan(limit);
        } while (!later.contains("\"charged\":1"));
        Recording.checkVerbatim("finished-anyway.txt", "顾客得到 504 的时候  %s%n过一会儿            %s%n"
                .formatted(whenTold, later));
        assertThat(whenTold).contains("\"charged\":0");
    }

    @Test
    void stormMultiplies() throws Exception {
        Downstream payment = payment(n -> 503);
        String shop = Http.url(shop(payment, "--bookstore.guard=retry", PATIENT));
        assertThat(Http.placeOrder(shop).statusCode()).isEqualTo(502);
        int two = payment.calls();

        RetryTemplate page = new RetryTemplate(RetryPolicy.builder().maxRetries(3).delay(Duration.ofMillis(1)).build());
        clickWith(page, shop);
        int three = payment.calls() - two;

        RetryTemplate customer = new RetryTemplate(
                RetryPolicy.builder().maxRetries(3).delay(Duration.ofMillis(1)).build());
        try {
            customer.execute(() -> {
                page.execute(() -> failing(shop));
                return null;
            });
        }
        catch (org.springframework.core.retry.RetryException expected) {
            assertThat(expected.getCause()).isNotNull();
        }
        int four = payment.calls() - two - three;
        assertThat(List.of(two, three, four)).containsExactly(4, 16, 64);
        Recording.checkVerbatim("storm.txt", new Table("谁在重试（各三次）", "支付服务收到")
                .row("订单服务", two).row("订单服务、网页", three).row("订单服务、网页、顾客再点", four).toString());
    }

    private static Void failing(String shop) throws Exception {
        int status = Http.placeOrder(shop).statusCode();
        if (status >= 500) {
            throw new IllegalStateException("下单失败 " + status);
        }
        return null;
    }

    private static void clickWith(RetryTemplate retry, String shop) {
        try {
            retry.execute(() -> failing(shop));
        }
        catch (org.springframework.core.retry.RetryException expected) {
            assertThat(expected.getCause()).hasMessageStartingWith("下单失败");
        }
    }

    private Callable<Integer> callsFor(int orders, String... arguments) {
        Downstream payment = payment(n -> 503);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(PATIENT);
        String shop = Http.url(shop(payment, all.toArray(String[]::new)));
        return () -> {
            for (int i = 0; i < orders; i++) {
                assertThat(Http.placeOrder(shop).statusCode()).isGreaterThanOrEqualTo(500);
            }
            return payment.calls();
        };
    }

    @Test
    void budgetAndBreakerEndTheStorm() throws Exception {
        List<Callable<Integer>> shops = List.of(callsFor(100, "--bookstore.guard=retry"),
                callsFor(100, "--resilience4j.circuitbreaker.instances.payment.sliding-window-size=1000",
                        "--resilience4j.circuitbreaker.instances.payment.minimum-number-of-calls=1000"),
                callsFor(100));
        int eager;
        int budget;
        int breaker;
        // Each shop has a payment service of its own; they wait before their retries side by side.
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> calls = threads.invokeAll(shops);
            eager = calls.get(0).get();
            budget = calls.get(1).get();
            breaker = calls.get(2).get();
        }
        assertThat(eager).isEqualTo(400);
        assertThat(budget).isBetween(100, 121);
        assertThat(breaker).isEqualTo(10);
        Recording.checkVerbatim("storm-ends.txt", new Table("100 张订单，支付一直返回 503", "支付服务收到")
                .row("失败就再试三次", eager).row("重试有预算", budget).row("再加熔断", breaker).toString());
    }

    @Test
    void refusedRetryTellsOfTheOneThatWasSent() throws Exception {
        Downstream payment = payment(n -> 503);
        String shop = Http.url(shop(payment, PATIENT));
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            statuses.add(Http.placeOrder(shop).statusCode());
        }
        // The fourth order's first attempt is the tenth failure, so its retry is refused; the fifth is never sent.
        assertThat(payment.calls()).isEqualTo(10);
        assertThat(statuses).containsExactly(502, 502, 502, 502, 503);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409, 422})
    void whatPaymentRefusesIsNotAMissingBook(int status) throws Exception {
        HttpResponse<String> response = Http.placeOrder(Http.url(shop(payment(n -> status))));
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).doesNotContain("没有这本书");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "不是 JSON"})
    void unreadableAnswerIsABadGateway(String body) throws Exception {
        Downstream payment = opened(new Downstream(body, n -> 200));
        assertThat(Http.placeOrder(Http.url(shop(payment))).statusCode()).isEqualTo(502);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "application/json;charset=nonsense"})
    void malformedContentTypeIsABadGateway(String type) throws Exception {
        HttpServer payment = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        payment.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, RECEIPT.length());
            exchange.getResponseBody().write(RECEIPT.getBytes(UTF_8));
            exchange.close();
        });
        payment.start();
        try {
            Downstream catalog = opened(new Downstream(BOOK, n -> 200));
            String shop = Http.url(started(OrdersApplication.builder(), PATIENT,
                    "--bookstore.catalog-url=" + catalog.url(),
                    "--bookstore.payment-url=http://127.0.0.1:" + payment.getAddress().getPort()));
            assertThat(Http.placeOrder(shop).statusCode()).isEqualTo(502);
        }
        finally {
            payment.stop(0);
        }
    }

    @Test
    void refusedConnectionIsNoAnswer(CapturedOutput output) throws Exception {
        Downstream payment = new Downstream(RECEIPT, n -> 200);
        payment.close(); // nobody listens there any more
        assertThat(Http.placeOrder(Http.url(shop(payment, "--bookstore.guard=none"))).statusCode()).isEqualTo(504);
        assertThat(lineWith(output, "ResourceAccessException")).contains(payment.url());
    }

    /** Sends half of its answer, then stops, or breaks the connection; counts the requests. */
    private static HttpServer halfAnswers(AtomicInteger calls, CountDownLatch end, boolean stops) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            calls.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, RECEIPT.length());
            exchange.getResponseBody().write(RECEIPT.getBytes(UTF_8), 0, 10);
            exchange.getResponseBody().flush();
            if (stops) {
                try {
                    end.await(60, TimeUnit.SECONDS);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void halfAnAnswerIsNoAnswer(boolean stops) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        HttpServer payment = halfAnswers(calls, end, stops);
        try {
            Downstream catalog = opened(new Downstream(BOOK, n -> 200));
            ConfigurableApplicationContext shop = started(OrdersApplication.builder(), PATIENT.replace("30s", "2s"),
                    "--bookstore.catalog-url=" + catalog.url(),
                    "--bookstore.payment-url=http://127.0.0.1:" + payment.getAddress().getPort(),
                    "--resilience4j.circuitbreaker.instances.payment.sliding-window-size=3",
                    "--resilience4j.circuitbreaker.instances.payment.minimum-number-of-calls=3");
            assertThat(Http.get(Http.url(shop) + "/books/111").body()).contains("111");
            assertThat(Http.placeOrder(Http.url(shop)).statusCode()).isEqualTo(504);
            assertThat(calls).as("值得再试").hasValue(3);
            assertThat(shop.getBean(CircuitBreakerRegistry.class).circuitBreaker("payment").getState())
                    .isEqualTo(CircuitBreaker.State.OPEN);
        }
        finally {
            end.countDown();
            payment.stop(0);
        }
    }

    @Test
    void limitRejectsTheFifth(CapturedOutput output) throws Exception {
        CountDownLatch arrived = new CountDownLatch(4);
        CountDownLatch release = new CountDownLatch(1);
        Downstream payment = payment(n -> {
            arrived.countDown();
            release.await(60, TimeUnit.SECONDS);
            return 200;
        });
        String shop = Http.url(shop(payment, "--spring.http.clients.read-timeout=60s"));
        try (Load.Running four = Load.of(n -> Http.order(shop), 4, 4, Duration.ofSeconds(60)).start()) {
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
            HttpResponse<String> fifth = Http.placeOrder(shop);
            assertThat(fifth.statusCode()).isEqualTo(503);
            assertThat(fifth.headers().firstValue("Retry-After")).hasValue("10");
            assertThat(Http.get(shop + "/books/111").statusCode()).as("查书的不用等那四个").isEqualTo(200);
            release.countDown();
            assertThat(four.await().count(201)).isEqualTo(4);
        }
        assertThat(payment.calls()).isEqualTo(4);
        Recording.check("rejected.txt", lineWith(output, "InvocationRejectedException"));
    }

    @Test
    void openBreakerSaysSo(CapturedOutput output) throws Exception {
        assertThat(callsFor(20).call()).isEqualTo(10);
        Recording.check("breaker-open.txt", lineWith(output, "CallNotPermittedException"));
    }

    @Test
    void timeoutSaysSo(CapturedOutput output) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Downstream payment = payment(n -> {
            end.await(60, TimeUnit.SECONDS);
            return 200;
        });
        try {
            String shop = Http.url(shop(payment, "--bookstore.guard=none"));
            assertThat(Http.placeOrder(shop).statusCode()).isEqualTo(504);
        }
        finally {
            end.countDown();
        }
        Recording.check("read-timeout.txt", lineWith(output, "ResourceAccessException")
                .replaceAll("payments/[0-9a-f-]+\".*", "payments/8f1c\"…"));
    }

    private static String lineWith(CapturedOutput output, String text) {
        return output.getOut().lines().filter(line -> line.contains(text)).findFirst().orElseThrow()
                .replaceFirst("^.*? - ", "");
    }

    @Test
    void clientErrorsDoNotOpenTheBreaker() throws Exception {
        Downstream payment = payment(n -> 409);
        ConfigurableApplicationContext shop = shop(payment, PATIENT);
        for (int i = 0; i < 20; i++) {
            Http.placeOrder(Http.url(shop));
        }
        assertThat(payment.calls()).as("409 也不重试").isEqualTo(20);
        assertThat(shop.getBean(CircuitBreakerRegistry.class).circuitBreaker("payment").getState())
                .isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void recoversByItself() throws Exception {
        Downstream payment = payment(n -> n <= 10 ? 503 : 200);
        ConfigurableApplicationContext shop = shop(payment,
                "--resilience4j.circuitbreaker.instances.payment.wait-duration-in-open-state=200ms");
        List<Integer> seen = new ArrayList<>();
        long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        do {
            seen.add(Http.placeOrder(Http.url(shop)).statusCode());
            assertThat(System.nanoTime()).isLessThan(limit);
        } while (seen.getLast() != 201);
        assertThat(seen).contains(502, 503);
        assertThat(Http.placeOrder(Http.url(shop)).statusCode()).isEqualTo(201);
        assertThat(Http.placeOrder(Http.url(shop)).statusCode()).isEqualTo(201);
        assertThat(shop.getBean(CircuitBreakerRegistry.class).circuitBreaker("payment").getState())
                .isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void misnamedBreakerGetsDefaults() {
        CircuitBreakerRegistry breakers = shop(payment(n -> 200)).getBean(CircuitBreakerRegistry.class);
        Table table = new Table("名字", "看最近几次", "断开多久（秒）");
        for (String name : List.of("payment", "payments")) {
            var config = breakers.circuitBreaker(name).getCircuitBreakerConfig();
            table.row(name, config.getSlidingWindowSize(),
                    config.getWaitIntervalFunctionInOpenState().apply(1) / 1000);
        }
        assertThat(table.toString()).contains("100");
        Recording.checkVerbatim("misnamed.txt", table.toString());
    }
}
