package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What probes do to pods that are well, and to those that are not. Both wait most of the time: at once. */
@Execution(ExecutionMode.CONCURRENT)
class ProbeTests {

    /** The text with another path in one of the probes. */
    private static String asking(String yaml, String probe, String path) {
        return yaml.replaceFirst("(" + probe + ":\\s+httpGet:\\s+path: )\\S+", "$1" + path);
    }

    private static long count(Cluster cluster, String start, String what) {
        return cluster.events().stream().filter(event -> event.startsWith(start + "-1 ") && event.contains(what))
                .count();
    }

    private static Pod pod(Cluster cluster, String deployment) {
        return cluster.pods(deployment).getFirst();
    }

    private static boolean answers(Pod pod) {
        try {
            return Store.status(pod.port(), "/books") == 200;
        }
        catch (IOException ex) {
            return false;
        }
        catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** What a customer has of the pod. */
    private static String during(Pod pod) throws IOException, InterruptedException {
        try {
            int status = Store.status(pod.port(), "/books");
            return pod.isReady() ? "请求得到 " + status : "离开 Service";
        }
        catch (ConnectException ex) {
            return "连不上";
        }
    }

    private static String within(int bound, double seconds) {
        return seconds < bound ? bound + " 秒之内" : bound + " 秒以上";
    }

    /**
     * A database that is away for a while. The pod whose liveness asks it is killed, cannot start without it, and
     * waits longer each time: it is still waiting when the database has long been back.
     */
    @Test
    void databaseOutage() throws Exception {
        int port = RunningProgram.freePort();
        Server database = Store.database(port);
        Server again = null;
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
            cluster.await("没有离开 Service", () -> count(cluster, "ready", "Not ready") >= 1);
            cluster.await("没有反复重启", () -> count(cluster, "live", "Restarting") >= 3);
            Map<String, String> away = new HashMap<>();
            for (String name : names) {
                away.put(name, during(pod(cluster, name)));
            }

            again = Store.database(port);
            long back = System.nanoTime();
            cluster.await("没有恢复", () -> answers(pod(cluster, "default")) && pod(cluster, "ready").isReady());
            double soon = cluster.seconds(System.nanoTime() - back);
            assertThat(answers(pod(cluster, "live"))).isFalse();
            cluster.await("没有恢复", () -> answers(pod(cluster, "live")));
            double late = cluster.seconds(System.nanoTime() - back);

            Recording.check("outage.txt", new Table("探针问什么", "数据库停着", "重启", "数据库恢复之后多久有 200")
                    .row("存活、就绪都是 Boot 的默认", away.get("default"), count(cluster, "default", "Restarting"),
                            within(20, soon))
                    .row("就绪问 /actuator/health", away.get("ready"), count(cluster, "ready", "Restarting"),
                            within(20, soon))
                    .row("存活问 /actuator/health", away.get("live"), count(cluster, "live", "Restarting"),
                            within(30, late)).toString());
            Recording.check("outage-events.txt", cluster.events().stream()
                    .filter(event -> event.startsWith("live-1 ")).filter(event -> !event.contains("Ended")).skip(2)
                    .collect(Collectors.joining("\n")) + "\n");
        }
        finally {
            database.stop();
            if (again != null) {
                again.stop();
            }
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
