package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Prometheus 与 Alertmanager：真的抓取，真的告警")
class PrometheusServerTest {

    private static final String RULES = """
            groups:
              - name: test
                rules:
                  - alert: TargetDown
                    expr: up == 0
                    labels:
                      severity: page
            """;

    @Test
    @DisplayName("抓得到的指标能查询，抓不到的目标触发告警，告警送到 Alertmanager")
    void scrapesAndAlerts() {
        try (AlertmanagerServer alertmanager = AlertmanagerServer.start(Map.of("alertmanager.yml", """
                route:
                  receiver: nobody
                receivers:
                  - name: nobody
                """));
                PrometheusServer prometheus = PrometheusServer.start(Map.of("rules.yml", RULES, "prometheus.yml", """
                        global:
                          scrape_interval: 200ms
                          scrape_timeout: 200ms
                          evaluation_interval: 200ms
                        rule_files: [rules.yml]
                        alerting:
                          alertmanagers:
                            - static_configs:
                                - targets: ["%1$s"]
                        scrape_configs:
                          - job_name: alertmanager
                            static_configs:
                              - targets: ["%1$s"]
                          - job_name: nobody
                            static_configs:
                              - targets: ["127.0.0.1:1"]
                        """.formatted(alertmanager.target())))) {
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() ->
                    assertThat(prometheus.query("alertmanager_build_info")).contains("\"job\":\"alertmanager\""));
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() ->
                    assertThat(alertmanager.get("/api/v2/alerts")).contains("TargetDown", "\"job\":\"nobody\""));
        }
    }

    @Test
    @DisplayName("配置写错，启动失败，并说出它最后打印的话")
    void saysWhyItDoesNotStart() {
        Map<String, String> files = Map.of("prometheus.yml", "scrape_intervall: 1s\n");
        assertThatIllegalStateException().isThrownBy(() -> PrometheusServer.start(files).close())
                .withMessageContaining("Prometheus 还没有就绪就结束了").withMessageContaining("scrape_intervall");
    }
}
