package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;

import com.example.book.Recording;
import com.example.book.parts.PrometheusServer;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Poll;
import com.example.testing.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A scrape that is refused because of what nobody asked for. */
@InThisJvm
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExemplarTests {

    private static FakeWarehouse warehouse;
    private static ConfigurableApplicationContext sampled;
    private static ConfigurableApplicationContext none;
    private static PrometheusServer prometheus;

    @BeforeAll
    static void start() {
        warehouse = new FakeWarehouse();
        sampled = Store.run(warehouse, "--management.tracing.exemplars.include=sampled-traces");
        none = Store.run(warehouse, "--management.tracing.exemplars.include=none");
        prometheus = PrometheusServer.start(Map.of("prometheus.yml", """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - {job_name: sampled, metrics_path: /actuator/prometheus, static_configs: [{targets: ['%s']}]}
                  - {job_name: none, metrics_path: /actuator/prometheus, static_configs: [{targets: ['%s']}]}
                """.formatted(address(sampled), address(none))));
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        none.close();
        sampled.close();
        warehouse.close();
    }

    private static String address(ConfigurableApplicationContext store) {
        return Http.management(store).substring("http://".length());
    }

    /** What Prometheus says of a target when it has scraped it once more. */
    private static JsonNode scraped(String job) {
        Instant now = Instant.now();
        return Poll.until("抓取过一次", () -> {
            for (JsonNode target : JsonMapper.shared().readTree(prometheus.get("/api/v1/targets"))
                    .path("data").path("activeTargets")) {
                if (target.path("labels").path("job").asString().equals(job)
                        && OffsetDateTime.parse(target.path("lastScrape").asString()).toInstant().isAfter(now)) {
                    return target;
                }
            }
            return null;
        });
    }

    @Test
    @Order(1)
    void beforeTheFirstRequestAllIsWell() {
        assertThat(scraped("sampled").path("health").asString()).isEqualTo("up");
        String notKept = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
        assertThat(Http.order(Http.url(sampled), "traceparent", notKept).statusCode()).isEqualTo(201);
        assertThat(scraped("sampled").path("health").asString()).as("一个请求，追踪没有留下").isEqualTo("up");
    }

    @Test
    @Order(2)
    void thePrometheusOfTheBookRefusesExemplarsOnACount() {
        for (ConfigurableApplicationContext store : new ConfigurableApplicationContext[] {sampled, none}) {
            assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(201);
        }
        JsonNode refused = scraped("sampled");
        Recording.checkVerbatim("exemplars.txt", "health     " + refused.path("health").asString()
                + "\nlastError  " + refused.path("lastError").asString() + "\n");
        assertThat(refused.path("health").asString()).isEqualTo("down");
        assertThat(scraped("none").path("health").asString()).isEqualTo("up");
    }
}
