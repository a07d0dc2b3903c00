package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.metricslint.MetricsLint;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Store;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** The tool that readers take home. */
@InThisJvm
class MetricsLintTests {

    private static final String SOURCE = "src/main/java/com/example/metricslint/MetricsLint.java";

    /** The class that is already compiled, which starts sooner than its source. */
    private static ConsoleRun lint(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-cp", "target/classes", MetricsLint.class.getName()));
        all.addAll(List.of(arguments));
        return java(Map.of(), UTF_8, all);
    }

    /** As the page runs it: a file of source. */
    private static ConsoleRun source(String file, String... arguments) {
        List<String> all = new ArrayList<>(List.of(file));
        all.addAll(List.of(arguments));
        return java(Map.of(), UTF_8, all);
    }

    private static final List<String> UTF_8 = List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

    private static ConsoleRun java(Map<String, String> environment, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Duser.language=en"));
        command.addAll(options);
        command.addAll(arguments);
        return ConsoleRun.run(command, Recording.module(), null, environment);
    }

    @Test
    void theStoreIsCleanAndABadOneIsNot() {
        try (FakeWarehouse warehouse = new FakeWarehouse();
                ConfigurableApplicationContext store = Store.run(warehouse)) {
            String url = Http.management(store) + "/actuator/prometheus";
            Http.order(Http.url(store));
            ConsoleRun clean = lint(url);
            assertThat(clean.output()).isEqualTo("没有发现问题\n");
            assertThat(clean.exitCode()).isZero();
            bad(store.getBean(MeterRegistry.class));
            ConsoleRun run = source(SOURCE, url);
            Recording.checkVerbatim("lint.txt", run.output());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output().lines().map(line -> line.substring(0, 2)).distinct().toList())
                    .contains("名字", "单位", "丢了", "基数", "编号");
        }
    }

    // region bad
    private static void bad(MeterRegistry registry) {
        registry.gauge("orderCount", 1);               // 驼峰
        registry.summary("bookstore.order.time.ms").record(20); // 毫秒
        Gauge.builder("bookstore.waiting", () -> Double.NaN).register(registry);
        for (int i = 0; i < 150; i++) {                // 每本书一条
            registry.counter("bookstore.views", "isbn", "b" + i).increment();
        }
        registry.counter("bookstore.logins", "user", "li@example.com").increment();
        registry.timer("bookstore.page", "uri", "/orders/20261127001")
                .record(Duration.ofMillis(5));
    }
    // endregion bad

    /** Since JDK 22 a source file with a package is run from the folder of that package only. */
    @Test
    void copiedWithoutItsPackage(@TempDir Path folder) throws IOException {
        String source = Files.readString(Recording.module().resolve("src/main/java/com/example/metricslint/MetricsLint.java"));
        Files.writeString(folder.resolve("MetricsLint.java"), source.replaceFirst("(?m)^package .*$", ""));
        ConsoleRun run = source(folder.resolve("MetricsLint.java").toString(), "http://127.0.0.1:1/actuator/prometheus");
        assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("读不到指标", "用法");
        Files.writeString(folder.resolve("MetricsLint.java"), source);
        ConsoleRun whole = source(folder.resolve("MetricsLint.java").toString(), "http://127.0.0.1:1/actuator/prometheus");
        if (Runtime.version().feature() >= 22) {
            assertThat(whole.output()).contains("does not match its package name");
        }
    }

    @Test
    void nothingThereIsExitCodeTwo() {
        ConsoleRun run = lint("http://127.0.0.1:1/actuator/prometheus");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("读不到指标", "用法", "连不上").doesNotContain("null");
    }

    @Test
    void aPageThatIsNotMetricsIsRefused() {
        assertThatThrownBy(() -> MetricsLint.check("<html>\n", 100)).isInstanceOf(IOException.class)
                .hasMessageContaining("不是指标");
        assertThatThrownBy(() -> MetricsLint.check("# 空的\n", 100)).isInstanceOf(IOException.class);
    }

    /** A front page in one line, as a single-page application answers to each address, has words where numbers go. */
    @Test
    void aPageOfWordsIsRefusedToo() {
        for (String page : List.of("<!doctype html><html lang=\"zh\"><body></body></html>", "Hello world\n", "orders 5\n",
                "# TYPE a\na 1\n")) {
            assertThatThrownBy(() -> MetricsLint.check(page, 100)).as(page).isInstanceOf(IOException.class);
        }
    }

    /** What a consumer reports before its first message; and the coordinator of a group, 2147483647 less its broker. */
    @Test
    void whatKafkaAndTheJvmReportIsNotJudged() throws IOException {
        assertThat(MetricsLint.check("""
                # TYPE kafka_consumer_fetch_manager_fetch_size_avg gauge
                kafka_consumer_fetch_manager_fetch_size_avg{client_id="c"} NaN
                # TYPE kafka_app_info_start_time_ms gauge
                kafka_app_info_start_time_ms 1.7E12
                # TYPE kafka_consumer_node_request_total counter
                kafka_consumer_node_request_total{node_id="node-2147483647"} 1.0
                # TYPE system_cpu_usage gauge
                system_cpu_usage NaN
                # TYPE process_uptime_ms gauge
                process_uptime_ms NaN
                # TYPE jvm_buffers_mb gauge
                jvm_buffers_mb NaN
                """, 100)).isEmpty();
        assertThat(MetricsLint.check("""
                # TYPE process_orders_ms gauge
                process_orders_ms 1
                # TYPE system_orders gauge
                system_orders NaN
                """, 100)).hasSize(2);
    }

    /** Tabs, spaces before a line, and line ends of Windows are allowed; a counter of OpenMetrics has no _total in TYPE. */
    @Test
    void otherWritersOfTheSameFormatAreRead() throws IOException {
        assertThat(MetricsLint.check("# TYPE\ta_ms\tgauge\r\n  a_ms 1 1700000000000\r\n", 100))
                .containsExactly("单位  a_ms：用 seconds、bytes、ratio");
        assertThat(MetricsLint.check("# TYPE a counter\na_total 1.0 # {trace_id=\"b\"} 1.0\n# EOF\n", 100)).isEmpty();
    }

    @Test
    void microsecondsAreAnOddUnitToo() throws IOException {
        assertThat(MetricsLint.check("# TYPE a_microseconds gauge\na_microseconds 1\n", 100)).hasSize(1);
    }

    @Test
    void whatIsWrongIsSaidInWords() {
        assertThat(lint("http://no-such-host.invalid:8180/actuator/prometheus").output()).contains("连不上", "主机名");
        for (ConsoleRun run : List.of(lint(), lint("http://127.0.0.1:1/", "一百"), lint("a", "1", "2"))) {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).contains("用法").doesNotContain("Index", "For input");
        }
    }

    /** A pipeline and a container often have no LANG: there Java knows only ASCII. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theFindingsAreLegibleWhereTheSystemKnowsOnlyAscii() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "# TYPE a_ms gauge\na_ms 1\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            for (String address : List.of("http://127.0.0.1:" + server.getAddress().getPort() + "/", "http://127.0.0.1:1/")) {
                ConsoleRun run = java(Map.of("LC_ALL", "C"), List.of(),
                        List.of("-cp", "target/classes", MetricsLint.class.getName(), address));
                assertThat(run.output()).containsAnyOf("单位  a_ms：", "连不上").doesNotContain("?");
            }
        }
        finally {
            server.stop(0);
        }
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> MetricsLint.check("# TYPE a gauge\na 1\n", 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("上限至少是 1");
    }

    @Test
    void quotesAndBracesInLabelsAreRead() throws IOException {
        String text = "# TYPE a_total counter\na_total{x=\"1\\\"}2\",y=\"b\"} 1.0\n";
        assertThat(MetricsLint.check(text, 100)).isEmpty();
    }

    /** Such as a statement of SQL, a label that somebody did add. */
    @Test
    void aVeryLongLabelIsRead() throws IOException {
        String value = "select \\\"title\\\" from books where x = '}' and ".repeat(5_000);
        assertThat(MetricsLint.check("# TYPE a_total counter\na_total{sql=\"" + value + "\",isbn=\"1\"} 1\n", 100))
                .isEmpty();
    }

    @Test
    void bucketsDoNotCountAsSeries() throws IOException {
        StringBuilder text = new StringBuilder("# TYPE a_seconds histogram\n");
        for (int i = 0; i < 200; i++) {
            text.append("a_seconds_bucket{le=\"0.").append(i).append("\"} 1\n");
        }
        assertThat(MetricsLint.check(text.toString(), 100)).isEmpty();
    }

    @Test
    void aCounterWithoutTotalIsNamed() throws IOException {
        assertThat(MetricsLint.check("# TYPE orders counter\norders 1\n", 100))
                .containsExactly("名字  orders：计数器以 _total 结尾");
    }

    @Test
    void aUuidAndALongNumberAreIdsAYearIsNot() throws IOException {
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"2026\"} 1\n", 100)).isEmpty();
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"00000000-0000-0000-0000-000000000000\"} 1\n", 100))
                .hasSize(1);
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"4BF92F35-77B3-4DA6-A3CE-929D0E0E47AB\"} 1\n", 100))
                .as("大写的也是").hasSize(1);
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"4bf92f3577b34da6a3ce929d0e0e4736\"} 1\n", 100))
                .as("没有横线的也是").hasSize(1);
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"/files/123456.pdf\"} 1\n", 100)).hasSize(1);
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"123456.7\"} 1\n", 100)).isEmpty();
        assertThat(MetricsLint.check("# TYPE a gauge\na{v=\"/orders/20261127\"} 1\n", 100)).hasSize(1);
    }
}
