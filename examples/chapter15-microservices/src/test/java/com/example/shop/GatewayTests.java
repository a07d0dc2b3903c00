package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.NginxServer;
import com.example.gateway.GatewayApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

@Timeout(120)
class GatewayTests {

    private static StandIn callee;
    /** Where nobody listens, and no other program of the tests begins to. */
    private static String closed;
    /** Answer in part, and close the connection: in chunks, with a length, and more than fits into a buffer of 8 KB. */
    private static ServerSocket chunked;
    private static ServerSocket counted;
    private static ServerSocket large;
    private static FullSocket full;
    private static ConfigurableApplicationContext bare;
    private static ConfigurableApplicationContext gateway;
    /** Its read timeout is longer than the customer waits. */
    private static ConfigurableApplicationContext patient;
    private static String[] routes;

    @BeforeAll
    static void start() throws IOException {
        callee = StandIn.start(StandIn.json(200, StandIn.BOOK));
        closed = "http://127.0.0.1:" + RunningProgram.freePort();
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        chunked = cutsOff(head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"isb\r\n");
        counted = cutsOff(head + "Content-Length: 60\r\n\r\n{\"isb");
        large = cutsOff(head + "Transfer-Encoding: chunked\r\n\r\n4e20\r\n" + "x".repeat(20_000) + "\r\n");
        full = FullSocket.open();
        routes = new String[] {"--bookstore.catalog=" + callee.url(), "--bookstore.order=" + closed,
            "--spring.http.clients.read-timeout=500ms",
            "--spring.cloud.gateway.server.webmvc.routes[2].id=nobody",
            "--spring.cloud.gateway.server.webmvc.routes[2].uri=lb://nobody",
            "--spring.cloud.gateway.server.webmvc.routes[2].predicates[0]=Path=/nobody",
            "--spring.cloud.gateway.server.webmvc.routes[0].id=catalog",
            "--spring.cloud.gateway.server.webmvc.routes[0].uri=" + callee.url(),
            "--spring.cloud.gateway.server.webmvc.routes[0].predicates[0]=Path=/books/**",
            "--spring.cloud.gateway.server.webmvc.routes[1].id=order",
            "--spring.cloud.gateway.server.webmvc.routes[1].uri=" + closed,
            "--spring.cloud.gateway.server.webmvc.routes[1].predicates[0]=Path=/orders/**",
            "--spring.cloud.gateway.server.webmvc.routes[3].id=retry",
            "--spring.cloud.gateway.server.webmvc.routes[3].uri=" + callee.url(),
            "--spring.cloud.gateway.server.webmvc.routes[3].predicates[0]=Path=/retry",
            "--spring.cloud.gateway.server.webmvc.routes[3].filters[0]=Retry=3",
            "--spring.cloud.gateway.server.webmvc.routes[4].id=clean",
            "--spring.cloud.gateway.server.webmvc.routes[4].uri=" + callee.url(),
            "--spring.cloud.gateway.server.webmvc.routes[4].predicates[0]=Path=/clean",
            "--spring.cloud.gateway.server.webmvc.routes[4].filters[0]=RemoveRequestHeader=X-User",
            "--spring.cloud.gateway.server.webmvc.routes[5].id=retry-closed",
            "--spring.cloud.gateway.server.webmvc.routes[5].uri=" + closed,
            "--spring.cloud.gateway.server.webmvc.routes[5].predicates[0]=Path=/retry-closed",
            "--spring.cloud.gateway.server.webmvc.routes[5].filters[0]=Retry=3",
            "--spring.cloud.gateway.server.webmvc.routes[6].id=retry-exceptions",
            "--spring.cloud.gateway.server.webmvc.routes[6].uri=" + callee.url(),
            "--spring.cloud.gateway.server.webmvc.routes[6].predicates[0]=Path=/retry-exceptions",
            "--spring.cloud.gateway.server.webmvc.routes[6].filters[0].name=Retry",
            "--spring.cloud.gateway.server.webmvc.routes[6].filters[0].args.retries=1",
            "--spring.cloud.gateway.server.webmvc.routes[6].filters[0].args.exceptions="
                    + "org.springframework.web.client.ResourceAccessException",
            "--spring.cloud.gateway.server.webmvc.routes[7].id=balanced",
            "--spring.cloud.gateway.server.webmvc.routes[7].uri=lb://balanced",
            "--spring.cloud.gateway.server.webmvc.routes[7].predicates[0]=Path=/balanced",
            "--spring.cloud.discovery.client.simple.instances.balanced[0].uri=" + closed};
        bare = Apps.start(BareGateway.class, "gateway", routes);
        gateway = Apps.start(GatewayApplication.class, "gateway", routes);
        String route = "--spring.cloud.gateway.server.webmvc.routes";
        patient = Apps.gateway("--spring.http.clients.read-timeout=" + Http.PATIENCE.multipliedBy(3),
                route + "[0].id=chunked", route + "[0].uri=" + url(chunked), route + "[0].predicates[0]=Path=/chunked",
                route + "[1].id=counted", route + "[1].uri=" + url(counted), route + "[1].predicates[0]=Path=/counted",
                route + "[2].id=large", route + "[2].uri=" + url(large), route + "[2].predicates[0]=Path=/large",
                route + "[3].id=full", route + "[3].uri=" + full.url(), route + "[3].predicates[0]=Path=/full");
        // A first request has much to load, and half a second for it.
        Http.get(Apps.url(gateway) + "/books/1");
    }

    private static String url(ServerSocket server) {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    @AfterAll
    static void stop() throws IOException {
        patient.close();
        full.close();
        large.close();
        counted.close();
        chunked.close();
        gateway.close();
        bare.close();
        callee.close();
    }

    @BeforeEach
    void reset() {
        callee.release();
        callee.answer(StandIn.json(200, StandIn.BOOK));
        callee.resetArrived();
    }

    /** Refused, too slow, a 503 of the service's own, no instance. */
    private static List<HttpResponse<String>> four(String base) {
        List<HttpResponse<String>> responses = new ArrayList<>();
        responses.add(Http.get(base + "/orders/1"));
        callee.hold();
        responses.add(Http.get(base + "/books/1"));
        callee.release();
        callee.answer(StandIn.json(503, "{\"detail\":\"在维护\"}"));
        responses.add(Http.get(base + "/books/1"));
        responses.add(Http.get(base + "/nobody"));
        return responses;
    }

    @Test
    void statuses() {
        List<HttpResponse<String>> without = four(Apps.url(bare));
        reset();
        List<HttpResponse<String>> with = four(Apps.url(gateway));
        List<HttpResponse<String>> nginx;
        reset();
        try (NginxServer server = NginxServer.start(port -> """
                server { listen 127.0.0.1:%d;
                  location /orders { proxy_pass %s; }
                  location /books { proxy_pass %s; proxy_read_timeout 500ms; }
                  location /nobody { return 503; }
                  location / { return 200; }
                }""".formatted(port, closed, callee.url()))) {
            nginx = four("http://127.0.0.1:" + server.port());
        }
        assertThat(without).extracting(HttpResponse::statusCode).containsExactly(500, 500, 503, 500);
        assertThat(with).extracting(HttpResponse::statusCode).containsExactly(502, 504, 503, 503);
        assertThat(nginx).extracting(HttpResponse::statusCode).startsWith(502, 504, 503);
        assertThat(with).extracting(response -> response.body().contains("\"answeredBy\":\"gateway\""))
                .containsExactly(true, true, false, true);
        Table table = new Table("出了什么事", "什么也不加的网关", "加上 GatewayErrors", "nginx");
        String[] names = {"连不上后面的服务", "后面的服务太慢", "后面的服务自己返回 503", "没有可用的实例"};
        for (int i = 0; i < names.length; i++) {
            table.row(names[i], without.get(i).statusCode(), with.get(i).statusCode(),
                    i == 3 ? "—" : nginx.get(i).statusCode());
        }
        Recording.check("gateway-statuses.txt", table.toString());
        Recording.check("gateway-502.txt", Http.show(with.get(0)));
        Recording.check("gateway-bare-500.txt", Http.show(without.get(0)));
    }

    /**
     * The address is there, nobody accepts: the connection is neither refused nor made. The read timeout is longer than
     * the customer waits, so the answer comes from the connect timeout.
     */
    @Test
    void connectTimeout() {
        HttpResponse<String> response = Http.get(Apps.url(patient) + "/full");
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.body()).contains("\"answeredBy\":\"gateway\"");
    }

    /** The head of the response is there, the rest does not come, or the connection is closed in the middle of it. */
    @Test
    void cutOff() {
        callee.answer(StandIn.dripping(StandIn.BOOK, 2_000));
        assertThat(Http.get(Apps.url(bare) + "/books/1").statusCode()).isEqualTo(500);
        toldByTheGateway(Http.get(Apps.url(gateway) + "/books/1"));
        try (ConfigurableApplicationContext without = Apps.start(BareGateway.class, "gateway",
                "--bookstore.catalog=" + url(chunked), "--bookstore.order=" + url(counted),
                "--server.tomcat.keep-alive-timeout=500ms")) {
            HttpResponse<String> half = Http.get(Apps.url(without) + "/books/1");
            assertThat(half.statusCode()).isEqualTo(200);
            assertThat(half.body()).hasSizeLessThan(6);
            // Told how much there is, the customer notices, when the connection has been idle for long enough.
            assertThatThrownBy(() -> Http.get(Apps.url(without) + "/orders/1")).hasCauseInstanceOf(IOException.class);
            toldByTheGateway(Http.get(Apps.url(patient) + "/chunked"));
            toldByTheGateway(Http.get(Apps.url(patient) + "/counted"));
        }
    }

    /** More than the response's buffer of 8 KB has gone to the customer by then: too late for another status. */
    @Test
    void cutOffTooLate() {
        HttpResponse<String> part = Http.get(Apps.url(patient) + "/large");
        assertThat(part.statusCode()).isEqualTo(200);
        assertThat(part.body()).isNotEmpty().doesNotContain("answeredBy");
    }

    private static void toldByTheGateway(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).contains("\"answeredBy\":\"gateway\"");
    }

    /** Answers each connection with this text, and closes it. */
    private static ServerSocket cutsOff(String text) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(() -> {
            while (!server.isClosed()) {
                try (Socket customer = server.accept()) {
                    assertThat(customer.getInputStream().read(new byte[8_192])).isPositive();
                    customer.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                }
                catch (IOException ex) {
                    // The next one, or the test has ended.
                }
            }
        });
        return server;
    }

    @Test
    void unknownPath() {
        HttpResponse<String> response = Http.get(Apps.url(gateway) + "/nothing");
        assertThat(response.statusCode()).isEqualTo(404);
        // Spring's own: GatewayErrors is asked when a request that has a route cannot be passed on.
        assertThat(response.body()).contains("\"status\":404").doesNotContain("answeredBy");
        assertThat(callee.arrived()).isZero();
    }

    @Test
    void passesAuthorizationOn() {
        Http.get(Apps.url(gateway) + "/books/1", "Authorization", "Bearer zhang");
        assertThat(callee.lastHeader("Authorization")).isEqualTo("Bearer zhang");
    }

    @Test
    void forgedHeader() {
        Http.get(Apps.url(gateway) + "/books/1", "X-User", "admin");
        String passed = callee.lastHeader("X-User");
        Http.get(Apps.url(gateway) + "/clean", "X-User", "admin");
        String cleaned = callee.lastHeader("X-User");
        assertThat(passed).isEqualTo("admin");
        assertThat(cleaned).isNull();
        Recording.check("forged.txt", new Table("路由", "后面的服务收到的 X-User")
                .row("没有过滤器", passed).row("RemoveRequestHeader=X-User", "（没有）").toString());
    }

    @Test
    void retryFilter() {
        callee.answer(StandIn.json(503, "{\"detail\":\"在维护\"}"));
        long start = System.nanoTime();
        HttpResponse<String> spent = Http.get(Apps.url(gateway) + "/retry");
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        int gets = callee.arrived();
        callee.resetArrived();
        Http.post(Apps.url(gateway) + "/retry", "{}");
        int posts = callee.arrived();
        assertThat(gets).isEqualTo(4);
        assertThat(posts).isEqualTo(1);
        // A second before each of the three.
        assertThat(waited).isBetween(Duration.ofMillis(2_900), Duration.ofSeconds(15));
        // The service's own answer is passed on, as it is without the filter.
        assertThat(spent.statusCode()).isEqualTo(503);
        assertThat(spent.body()).isEqualTo("{\"detail\":\"在维护\"}");
        assertThat(spent.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(Http.get(Apps.url(bare) + "/retry").statusCode()).isEqualTo(500);
    }

    /** Nothing came back: that is not tried again, and who asks for it, asks for POST as well. */
    @Test
    void retryFilterWithoutAnAnswer() {
        callee.hold();
        assertThat(Http.get(Apps.url(gateway) + "/retry").statusCode()).isEqualTo(504);
        assertThat(callee.arrived()).isEqualTo(1);
        // It would wait a second before each of the three.
        long start = System.nanoTime();
        assertThat(Http.get(Apps.url(gateway) + "/retry-closed").statusCode()).isEqualTo(502);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as("没有再试").isLessThan(Duration.ofSeconds(3));
        callee.release();
        List<String> bodies = Collections.synchronizedList(new ArrayList<>());
        callee.answer(exchange -> {
            if (exchange.getRequestMethod().equals("POST")) { // and not the one that has been held until now
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            }
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        });
        Http.post(Apps.url(gateway) + "/retry-exceptions", Http.order());
        // The first one was read and cannot be read again: an order is placed, and the customer is told of a bad request.
        assertThat(bodies).containsExactly(Http.order(), "");
    }

    /** Behind the load balancer the exception comes wrapped. */
    @Test
    void balancedInstanceIsGone() {
        toldByTheGateway(Http.get(Apps.url(gateway) + "/balanced"));
    }

    /** It never pauses for long, and takes longer than the read timeout all in all: that is the time limit of a download. */
    @Test
    void longAnswers() {
        callee.answer(StandIn.dripping(StandIn.BOOK, 50));
        toldByTheGateway(Http.get(Apps.url(gateway) + "/books/1"));
        callee.answer(StandIn.dripping("text/event-stream", "data: 1\n\ndata: 2\n\ndata: 3\n\n", 50));
        assertThatThrownBy(() -> Http.get(Apps.url(gateway) + "/books/1")).as("发到一半断了").hasCauseInstanceOf(IOException.class);
        try (ConfigurableApplicationContext other = Apps.gateway("--bookstore.catalog=" + callee.url(),
                "--spring.http.clients.read-timeout=500ms", "--spring.http.clients.imperative.factory=http-components")) {
            assertThat(Http.get(Apps.url(other) + "/books/1").body()).endsWith("data: 3\n\n");
        }
    }

    @Test
    void readTimeoutComesFromBoot() {
        assertThat(URI.create(Apps.url(gateway)).getPort()).isPositive();
        callee.hold();
        assertThat(Http.get(Apps.url(gateway) + "/books/1").statusCode()).isEqualTo(504);
    }
}
