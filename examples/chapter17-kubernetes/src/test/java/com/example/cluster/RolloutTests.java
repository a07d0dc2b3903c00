package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.Load;
import com.example.book.parts.LoadResult;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One Deployment through its life: each test goes on where the last one stopped. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RolloutTests {

    private static Cluster cluster;
    private static LoadResult withPreStop;

    /** Version 1.0.0 as on the page; the others differ in what the test says. */
    private static String version(String version) {
        return Store.edit(Store.deployment(), Store.IMAGE + "1.0.0", Store.IMAGE + version);
    }

    @BeforeAll
    static void applyAll() {
        cluster = Store.cluster().apply(Store.base());
        cluster.awaitRollout("bookstore");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        cluster.close();
    }

    @Test
    @Order(1)
    void twoPodsAnswer() {
        cluster.await("没有轮到两个 Pod", () -> {
            String answers = cluster.service().get("/about") + cluster.service().get("/about");
            return answers.contains("\"bookstore-1\"") && answers.contains("\"bookstore-2\"");
        });
        String one = cluster.service().get("/about");
        Recording.check("about.txt", one.replace("bookstore-2", "bookstore-1") + "\n");
        assertThat(one).contains("\"greeting\":\"欢迎光临\"");
        assertThat(cluster.service().get("/books")).contains("三体");
    }

    @Test
    @Order(2)
    void lifeOfAPod() {
        assertThat(cluster.events()).filteredOn(event -> event.startsWith("bookstore-1 "))
                .containsExactly("bookstore-1 Started", "bookstore-1 Ready");
    }

    @Test
    @Order(3)
    void changedConfigIsNotSeen() {
        String before = cluster.service().get("/about");
        cluster.apply(Store.edit(Store.read("base/secret.yaml"), "demo-key-1", "demo-key-2"));
        cluster.apply(Store.edit(Store.read("base/configmap.yaml"), "欢迎光临", "新年快乐"));
        cluster.awaitService();
        String after = cluster.service().get("/about");
        assertThat(key(after)).isEqualTo(key(before));
        assertThat(after).contains("欢迎光临");
        assertThat(cluster.events()).noneMatch(event -> event.contains("SIGTERM"));
    }

    private static String key(String about) {
        return about.replaceAll(".*\"paymentKey\":\"(\\w+)\".*", "$1");
    }

    @Test
    @Order(4)
    void rolloutWithPreStopLosesNothing() {
        String before = cluster.service().get("/about");
        int seen = cluster.events().size();
        // The next version's template has no preStop; the pods that end now still have it.
        LoadResult result = rollOut(Store.without(version("1.1.0"), "stop"));
        assertThat(Store.lost(result)).as(result.statuses() + " " + result.failures()).isZero();
        assertThat(result.sent()).isGreaterThan(100);
        withPreStop = result;
        String order = cluster.events().stream().skip(seen)
                .filter(event -> event.matches("\\S+ (Started|Ready|Deleted)"))
                .collect(Collectors.joining("\n")) + "\n";
        // A pod that is about to end does not count: for a while there are four.
        assertThat(cluster.events()).containsSubsequence("bookstore-3 Ready", "bookstore-1 Deleted",
                "bookstore-4 Started", "bookstore-1 Ended, exit code 143");
        assertThat(cluster.events()).contains("bookstore-1 preStop: sleep 10", "bookstore-2 SIGTERM");
        Recording.check("rollout.txt", order);

        String after = cluster.service().get("/about");
        assertThat(after).contains("1.1.0", "新年快乐");
        assertThat(key(after)).isNotEqualTo(key(before));
        Recording.check("secret.txt", new Table("时刻", "欢迎语", "密钥的指纹")
                .row("Secret 与 ConfigMap 修改之前", "欢迎光临", key(before))
                .row("修改之后，Pod 没有重启", "欢迎光临", key(before))
                .row("发布之后，Pod 是新的", "新年快乐", key(after)).toString());
    }

    private static LoadResult rollOut(String deployment) {
        try (Load.Running customers = Store.customers(cluster, "/books")) {
            cluster.await("顾客没有来", () -> customers.done() > 20);
            cluster.apply(deployment);
            cluster.awaitRollout("bookstore");
            return customers.stop();
        }
    }

    @Test
    @Order(5)
    void rolloutWithoutPreStopLosesRequests() {
        LoadResult result = rollOut(version("1.0.0"));
        Recording.check("lost.txt", new Table("停止 Pod 的办法", "没有得到 200 的请求")
                .row("preStop 先等 10 秒，再发 SIGTERM", lost(withPreStop))
                .row("直接发 SIGTERM", lost(result)).toString());
    }

    /** Some hundred requests a second, and a Service that knows too late: many are lost, not one or two. */
    private static String lost(LoadResult result) {
        int lost = Store.lost(result);
        return (lost >= 20 ? "20 个以上" : lost + " 个")
                + (lost > 0 && result.count(502) == lost ? "，都是 502" : "");
    }

    @Test
    @Order(6)
    void brokenVersionStops() {
        int seen = cluster.events().size();
        try (Load.Running customers = Store.customers(cluster, "/books")) {
            cluster.apply(version("1.2.0"));
            cluster.await("坏的版本没有反复重启", () -> cluster.events().stream().skip(seen)
                    .filter(event -> event.contains("Restarting: Error, exit code 1")).count() >= 2);
            LoadResult result = customers.stop();
            assertThat(Store.lost(result)).as(result.toString()).isZero();
        }
        assertThat(cluster.pods("bookstore")).filteredOn(Pod::isReady).hasSize(2)
                .allMatch(pod -> pod.template().parts("spec.containers").getFirst().text("image").endsWith(":1.0.0"));
        Recording.check("broken-events.txt", cluster.events().stream().skip(seen)
                .filter(event -> event.startsWith("bookstore-7 ")).limit(4)
                .collect(Collectors.joining("\n")) + "\n");
        Pod broken = cluster.pods("bookstore").getLast();
        assertThat(broken.isReady()).isFalse();
        Recording.check("broken-log.txt", broken.logs().lines().filter(line -> line.contains("CARRIER_URL"))
                .map(line -> line.replaceFirst(".*(Could not resolve placeholder)", "$1")).distinct().limit(1)
                .collect(Collectors.joining("\n")) + "\n");
    }

    @Test
    @Order(7)
    void wayBack() {
        int seen = cluster.events().size();
        cluster.apply(version("1.0.0"));
        cluster.awaitRollout("bookstore");
        // The old template is the one of the two pods that never went away.
        assertThat(cluster.events().stream().skip(seen).filter(event -> event.matches("\\S+ (Started|Deleted)")))
                .isNotEmpty().allMatch(event -> event.startsWith("bookstore-7 "));
        assertThat(cluster.pods("bookstore")).allMatch(Pod::isReady).hasSize(2);
    }
}
