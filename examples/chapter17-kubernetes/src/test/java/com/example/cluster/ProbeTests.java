package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

/** What probes do to pods that are well, and to those that are not. */
class ProbeTests {

    /** The text with another path in one of the probes. */
    private static String asking(String yaml, String probe, String path) {
        return yaml.replaceFirst("(" + probe + ":\\s+httpGet:\\s+path: )\\S+", "$1" + path);
    }

    private static long count(Cluster cluster, String start, String what) {
        return cluster.events().stream().filter(event -> event.startsWith(start + "-1 ") && event.contains(what))
                .count();
    }

    @Test
    void databaseOutage() throws Exception {
        int port = RunningProgram.freePort();
        Server database = Store.database(port);
        List<String> names = List.of("default", "ready", "live");
        try (Cluster cluster = Store.cluster().apply(Store.settings())) {
            for (String name : names) {
                String yaml = Store.withVariable(Store.named(Store.deployment(), name), "BOOKSTORE_DB_URL",
                        Store.databaseUrl(port, name));
                cluster.apply(switch (name) {
                    case "ready" -> asking(yaml, "readinessProbe", "/actuator/health");
                    case "live" -> asking(yaml, "livenessProbe", "/actuator/health");
                    default -> yaml;
                });
            }
            names.forEach(cluster::awaitRollout);
            database.stop();
            cluster.await("没有反复重启", () -> count(cluster, "live", "Started") >= 2);
            cluster.await("没有离开 Service", () -> count(cluster, "ready", "Not ready") >= 1);
            assertThat(count(cluster, "ready", "Started")).isEqualTo(1);
            assertThat(count(cluster, "default", "Started")).isEqualTo(1);
            assertThat(cluster.pods("default").getFirst().isReady()).isTrue();
            Recording.check("outage.txt", new Table("探针问什么", "数据库停了之后")
                    .row("存活、就绪都是 Boot 的默认", "不重启，还在 Service 里，请求得到 500")
                    .row("就绪问 /actuator/health", "不重启，离开 Service")
                    .row("存活问 /actuator/health", "反复重启").toString());
            Recording.check("outage-events.txt", cluster.events().stream()
                    .filter(event -> event.startsWith("live-1 ")).filter(event -> !event.contains("Ended")).skip(2)
                    .limit(5).collect(Collectors.joining("\n")) + "\n");
            assertThat(Store.status(cluster.pods("default").getFirst().port(), "/books")).isEqualTo(500);
        }
        finally {
            database.stop();
        }
    }

    /** Without a startup probe liveness begins to count at once. */
    @Test
    void slowStart() throws Exception {
        String none = Store.deployment().replaceFirst("(?s) {10}startupProbe:.*?( {10}livenessProbe:)", "$1");
        assertThat(none).doesNotContain("startupProbe");
        try (Cluster cluster = Store.cluster().apply(Store.settings())) {
            // Forty of the manifest's seconds: eight here.
            cluster.apply(Store.withVariable(Store.named(Store.edit(none, ":1.0.0", ":0.9.0"), "slow"),
                    "LEGACY_INDEXTIME", "8s"));
            cluster.apply(Store.withVariable(Store.named(Store.edit(Store.deployment(), ":1.0.0", ":0.9.0"), "patient"),
                    "LEGACY_INDEXTIME", "8s"));
            // The same time, spent after the web server is there.
            cluster.apply(Store.withVariable(Store.named(Store.deployment(), "runner"), "BOOKSTORE_INDEXTIME", "8s"));
            cluster.await("没有被存活探针杀掉", () -> count(cluster, "slow", "Restarting") >= 1);
            cluster.awaitRollout("patient");
            cluster.awaitRollout("runner");
            assertThat(count(cluster, "slow", "Ready")).isZero();
            assertThat(count(cluster, "patient", "Restarting") + count(cluster, "runner", "Restarting")).isZero();
            Recording.check("slow-start.txt", cluster.events().stream()
                    .filter(event -> event.startsWith("slow-1 ")).filter(event -> !event.contains("Ended"))
                    .limit(5).collect(Collectors.joining("\n")) + "\n");
        }
    }
}
