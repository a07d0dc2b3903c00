package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import com.example.book.Recording;
import com.example.book.parts.PrometheusServer;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Poll;
import com.example.testing.Store;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A scrape that is refused because of what nobody asked for. */
@InThisJvm
class ExemplarTests {

    private static JsonNode target(String include, boolean withOrder, String... headers) {
        try (FakeWarehouse warehouse = new FakeWarehouse();
                ConfigurableApplicationContext store = Store.run(warehouse,
                        "--management.tracing.exemplars.include=" + include)) {
            if (withOrder) {
                assertThat(Http.order(Http.url(store), headers).statusCode()).isEqualTo(201);
            }
            try (PrometheusServer prometheus = PrometheusServer.start(Map.of("prometheus.yml", """
                    global: {scrape_interval: 1s}
                    scrape_configs:
                      - job_name: orders
                        metrics_path: /actuator/prometheus
                        static_configs: [{targets: ['%s']}]
                    """.formatted(Http.management(store).substring("http://".length()))))) {
                return Poll.until("抓取过一次", () -> {
                    JsonNode seen = JsonMapper.shared().readTree(prometheus.get("/api/v1/targets"))
                            .path("data").path("activeTargets").get(0);
                    return seen.path("health").asString().equals("unknown") ? null : seen;
                });
            }
        }
    }

    @Test
    void thePrometheusOfTheBookRefusesExemplarsOnACount() {
        JsonNode refused = target("sampled-traces", true);
        Recording.checkVerbatim("exemplars.txt", "health     " + refused.path("health").asString()
                + "\nlastError  " + refused.path("lastError").asString() + "\n");
        assertThat(refused.path("health").asString()).isEqualTo("down");
        assertThat(target("none", true).path("health").asString()).isEqualTo("up");
    }

    @Test
    void beforeTheFirstRequestAllIsWell() {
        assertThat(target("sampled-traces", false).path("health").asString()).isEqualTo("up");
        String notKept = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
        assertThat(target("sampled-traces", true, "traceparent", notKept).path("health").asString())
                .as("一个请求，追踪没有留下").isEqualTo("up");
    }
}
