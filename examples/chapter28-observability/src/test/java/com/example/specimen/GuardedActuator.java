package com.example.specimen;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import com.example.book.parts.PrometheusServer;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.Poll;
import com.example.testing.Store;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The order service without a rule of its own for security: what the management port answers. */
public final class GuardedActuator {

    private GuardedActuator() {
    }

    /** @param args none */
    public static void main(String[] args) {
        String[] login = {"Authorization", "Basic " + Base64.getEncoder()
                .encodeToString("user:secret".getBytes(StandardCharsets.US_ASCII))};
        try (FakeWarehouse warehouse = new FakeWarehouse(); ConfigurableApplicationContext store = Store.run(warehouse,
                "--spring.security.user.password=secret")) {
            String actuator = Http.management(store) + "/actuator/";
            System.out.println("health: " + Http.get(actuator + "health").statusCode());
            System.out.println("prometheus: " + Http.get(actuator + "prometheus").statusCode());
            System.out.println("prometheus with login: " + Http.get(actuator + "prometheus", login).statusCode());
            scrape(Http.management(store).substring("http://".length()));
        }
    }

    private static void scrape(String target) {
        try (PrometheusServer prometheus = PrometheusServer.start(Map.of("prometheus.yml", """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - {job_name: scraped, metrics_path: /actuator/prometheus, static_configs: [{targets: ['%1$s']}]}
                  - {job_name: scraped with login, basic_auth: {username: user, password: secret},
                     metrics_path: /actuator/prometheus, static_configs: [{targets: ['%1$s']}]}
                """.formatted(target)))) {
            JsonNode targets = Poll.until("两个都取过一次", () -> {
                JsonNode active = JsonMapper.shared().readTree(prometheus.get("/api/v1/targets"))
                        .path("data").path("activeTargets");
                return active.size() == 2 && active.valueStream()
                        .noneMatch(one -> one.path("health").asString().equals("unknown")) ? active : null;
            });
            targets.forEach(one -> System.out.println(one.path("labels").path("job").asString() + ": "
                    + one.path("health").asString() + ", " + one.path("lastError").asString()));
        }
    }
}
