package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.bookstore.orders.OrdersApplication;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoints tell, and to whom. */
@InThisJvm
class ActuatorTests {

    private static FakeWarehouse warehouse;
    private static ConfigurableApplicationContext store;
    private static ConfigurableApplicationContext open;

    @BeforeAll
    static void start() {
        warehouse = new FakeWarehouse();
        store = Store.run(warehouse);
        open = Store.run(warehouse, "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.env.show-values=always", "--bookstore.payment-key=sk-live-4711",
                "--management.endpoints.access.default=unrestricted");
    }

    @AfterAll
    static void stop() {
        open.close();
        store.close();
        warehouse.close();
    }

    @Test
    void onlyTwoEndpointsOnTheirOwnPort() {
        Table table = new Table("地址", "8080 业务端口", "8180 管理端口");
        for (String path : new String[] {"/actuator/health", "/actuator/prometheus", "/actuator/env",
            "/actuator/heapdump", "/actuator/loggers", "/livez"}) {
            table.row(path, Http.get(Http.url(store) + path).statusCode(),
                    Http.get(Http.management(store) + path).statusCode());
        }
        Recording.checkVerbatim("open-safely.txt", table.toString());
        assertThat(Http.get(Http.management(store) + "/actuator/env").statusCode()).isEqualTo(404);
        assertThat(Http.get(Http.management(store) + "/actuator/prometheus").statusCode()).isEqualTo(200);
    }

    @Test
    void metricsOfOneOrder() {
        assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(201);
        String text = Http.get(Http.management(store) + "/actuator/prometheus").body();
        StringBuilder own = new StringBuilder();
        text.lines().filter(line -> line.contains("bookstore_orders")).forEach(line -> own.append(line).append('\n'));
        assertThat(own).contains("bookstore_orders_total{result=\"placed\"} 1.0");
        Recording.checkVerbatim("own-metrics.txt", own.toString());
    }

    @Test
    void openEnvLeaksThePaymentKey() {
        String body = Http.get(Http.management(open) + "/actuator/env/bookstore.payment-key").body();
        Recording.checkVerbatim("leak-env.txt", "GET /actuator/env/bookstore.payment-key\n"
                + JsonMapper.shared().readTree(body).path("property") + "\n");
        assertThat(body).contains("sk-live-4711");
    }

    @Test
    void valuesAreHiddenUnlessAskedFor() {
        try (ConfigurableApplicationContext hidden = Store.run(warehouse,
                "--management.endpoints.web.exposure.include=env", "--bookstore.payment-key=sk-live-4711")) {
            String body = Http.get(Http.management(hidden) + "/actuator/env").body();
            assertThat(body).contains("******").doesNotContain("sk-live-4711");
        }
    }

    @Test
    void heapDumpLeaksWhatEnvHides(@TempDir Path folder) throws Exception {
        String secret = UUID.randomUUID().toString();
        int management = RunningProgram.freePort();
        try (BootProcess process = BootProcess.of(OrdersApplication.class).readyPath("/readyz")
                .jvmOptions("-Xmx128m").environment("BOOKSTORE_PAYMENT_KEY", secret)
                .arguments("--management.server.port=" + management,
                        "--management.endpoints.web.exposure.include=*",
                        "--management.endpoint.heapdump.access=unrestricted").start();
                HttpClient client = HttpClient.newHttpClient()) {
            String base = "http://127.0.0.1:" + management + "/actuator";
            boolean inEnv = Http.get(base + "/env").body().contains(secret);
            Path dump = client.send(HttpRequest.newBuilder(URI.create(base + "/heapdump")).build(),
                    HttpResponse.BodyHandlers.ofFile(folder.resolve("heap.hprof"))).body();
            boolean inHeap = new String(Files.readAllBytes(dump), StandardCharsets.ISO_8859_1).contains(secret);
            Recording.checkVerbatim("leak-heap.txt", new Table("端点", "收款密钥")
                    .row("/actuator/env", inEnv ? "看得到" : "看不到，印的是 ******")
                    .row("/actuator/heapdump", inHeap ? "看得到" : "看不到").toString());
            assertThat(inEnv).isFalse();
            assertThat(inHeap).isTrue();
        }
    }

    @Test
    void heapDumpIsOffUntilItsAccessIsGiven() {
        // Everything is exposed and unrestricted by default, but this endpoint has its own default: none.
        assertThat(Http.get(Http.management(open) + "/actuator/loggers").statusCode()).isEqualTo(200);
        try (ConfigurableApplicationContext plain = Store.run(warehouse,
                "--management.endpoints.web.exposure.include=*", "--management.endpoints.access.default=")) {
            assertThat(Http.get(Http.management(plain) + "/actuator/heapdump").statusCode()).isEqualTo(404);
        }
    }

    /** A default for all endpoints takes the place of the heap dump's own: then only the list keeps it shut. */
    @Test
    void aDefaultForAllGivesTheHeapDumpToo() {
        for (String more : new String[] {"--bookstore.nothing=", "--management.endpoint.heapdump.access=none"}) {
            try (ConfigurableApplicationContext readOnly = Store.run(warehouse,
                    "--management.endpoints.web.exposure.include=*", more)) {
                assertThat(readOnly.getEnvironment().getProperty("management.endpoints.access.default"))
                        .isEqualTo("read-only");
                String links = Http.get(Http.management(readOnly) + "/actuator").body();
                assertThat(links.contains("/actuator/heapdump")).as(links).isEqualTo(!more.endsWith("none"));
            }
        }
    }

    @Test
    void whoMayLookMayNotChange() {
        String change = "{\"configuredLevel\":\"WARN\"}";
        assertThat(Http.send("POST", Http.management(open) + "/actuator/loggers/com.example.nobody", change)
                .statusCode()).isEqualTo(204);
        try (ConfigurableApplicationContext readOnly = Store.run(warehouse,
                "--management.endpoints.web.exposure.include=loggers")) {
            assertThat(Http.get(Http.management(readOnly) + "/actuator/loggers").statusCode()).isEqualTo(200);
            assertThat(Http.send("POST", Http.management(readOnly) + "/actuator/loggers/com.example.nobody", change)
                    .statusCode()).isEqualTo(405);
        }
    }
}
