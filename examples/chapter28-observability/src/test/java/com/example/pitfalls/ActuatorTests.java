package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoints tell, and to whom. */
@InThisJvm
class ActuatorTests {

    private static FakeWarehouse warehouse;
    private static ConfigurableApplicationContext store;
    private static ConfigurableApplicationContext open;
    private static ConfigurableApplicationContext exposed;

    @BeforeAll
    static void start() {
        warehouse = new FakeWarehouse();
        store = Store.run(warehouse);
        open = Store.run(warehouse, "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.env.show-values=always", "--bookstore.payment-key=sk-live-4711",
                "--management.endpoints.access.default=unrestricted");
        exposed = Store.run(warehouse, "--management.endpoints.web.exposure.include=*",
                "--bookstore.payment-key=sk-live-4711");
    }

    @AfterAll
    static void stop() {
        exposed.close();
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
        assertThat(Http.get(Http.management(exposed) + "/actuator/env").body())
                .contains("bookstore.payment-key", "******").doesNotContain("sk-live-4711");
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
        assertThat(exposed.getEnvironment().getProperty("management.endpoints.access.default")).isEqualTo("read-only");
        assertThat(Http.get(Http.management(exposed) + "/actuator").body()).contains("/actuator/heapdump");
        try (ConfigurableApplicationContext shut = Store.run(warehouse,
                "--management.endpoints.web.exposure.include=*", "--management.endpoint.heapdump.access=none")) {
            assertThat(shut.getEnvironment().getProperty("management.endpoints.access.default")).isEqualTo("read-only");
            assertThat(Http.get(Http.management(shut) + "/actuator").body()).doesNotContain("/actuator/heapdump");
        }
    }

    @Test
    void whoMayLookMayNotChange() {
        String change = "{\"configuredLevel\":\"WARN\"}";
        assertThat(Http.send("POST", Http.management(open) + "/actuator/loggers/com.example.nobody", change)
                .statusCode()).isEqualTo(204);
        assertThat(Http.get(Http.management(exposed) + "/actuator/loggers").statusCode()).isEqualTo(200);
        assertThat(Http.send("POST", Http.management(exposed) + "/actuator/loggers/com.example.nobody", change)
                .statusCode()).isEqualTo(405);
    }
}
