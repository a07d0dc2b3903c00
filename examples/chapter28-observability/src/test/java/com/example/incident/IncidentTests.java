package com.example.incident;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.book.parts.AlertmanagerServer;
import com.example.book.parts.BootProcess;
import com.example.book.parts.PrometheusServer;
import com.example.bookstore.orders.OrdersApplication;
import com.example.bookstore.warehouse.WarehouseApplication;
import com.example.testing.Http;
import com.example.testing.Monitoring;
import com.example.testing.Otlp;
import com.example.testing.Poll;
import com.example.testing.SharedZipkin;
import com.example.testing.Zipkin;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One incident from the beginning to the end, on real servers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IncidentTests {

    @RegisterExtension
    static final SharedZipkin ZIPKIN = new SharedZipkin();

    private static final List<String> ALERTS = new CopyOnWriteArrayList<>();

    private static HttpServer duty;
    private static Otlp otlp;
    private static BootProcess orders;
    private static BootProcess warehouse;
    private static AlertmanagerServer alertmanager;
    private static PrometheusServer prometheus;
    private static List<Thread> customers = List.of();
    private static volatile boolean open = true;

    @BeforeAll
    static void start() throws Exception {
        duty = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        duty.createContext("/alerts", exchange -> {
            JsonNode message = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            message.path("alerts").forEach(alert -> ALERTS.add(alert.path("status").asString() + "  "
                    + alert.path("labels").path("alertname").asString() + "  "
                    + alert.path("annotations").path("summary").asString()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        duty.start();
        otlp = new Otlp();
        int ordersManagement = RunningProgram.freePort();
        int warehouseManagement = RunningProgram.freePort();
        warehouse = process(WarehouseApplication.class, warehouseManagement).start();
        orders = process(OrdersApplication.class, ordersManagement)
                .arguments("--bookstore.warehouse-url=" + warehouse.uri("")).start();
        alertmanager = AlertmanagerServer.start(Map.of("alertmanager.yml", Monitoring.file("alertmanager.yml",
                "8090", "" + duty.getAddress().getPort(), "group_wait: 30s", "group_wait: 0s",
                "group_interval: 5m", "group_interval: 1s")));
        prometheus = PrometheusServer.start(Map.of(
                "prometheus.yml", Monitoring.file("prometheus.yml", "15s", "1s", "8180", "" + ordersManagement,
                        "8181", "" + warehouseManagement, "127.0.0.1:9093", alertmanager.target()),
                "alerts.yml", Monitoring.file("alerts.yml", "[1m]", "[6s]", "for: 1m", "for: 2s",
                        "keep_firing_for: 2m", "keep_firing_for: 3s")));
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.add(Thread.startVirtualThread(() -> {
                while (open) {
                    customer();
                    LockSupport.parkNanos(30_000_000);
                }
            }));
        }
        customers = started;
    }

    private static void customer() {
        try {
            Http.get(orders.uri("/books/9787111213826").toString());
            Http.order(orders.uri("").toString());
        }
        catch (IllegalStateException ex) {
            // The service was killed: the customer comes back later.
        }
    }

    private static BootProcess.Description process(Class<?> application, int managementPort) {
        return BootProcess.of(application).readyPath("/readyz").jvmOptions("-Xmx256m").arguments(otlp.arguments())
                .arguments("--management.server.port=" + managementPort, "--spring.profiles.active=prod");
    }

    @AfterAll
    static void stop() throws Exception {
        open = false;
        for (Thread customer : customers) {
            customer.join();
        }
        for (AutoCloseable part : new AutoCloseable[] {prometheus, alertmanager, orders, warehouse, otlp}) {
            if (part != null) {
                part.close();
            }
        }
        duty.stop(0);
    }

    private static void stocktaking(boolean on) {
        assertThat(Http.send("PUT", warehouse.uri("/stocktaking?on=" + on).toString(), null).statusCode())
                .isEqualTo(204);
    }

    @Test
    @Order(1)
    void prometheusScrapesOurMetric() {
        String query = "sum by (result) (bookstore_orders_total)";
        JsonNode result = Poll.until(query, () -> {
            JsonNode seen = Monitoring.result(prometheus.query("sum by (result) (bookstore_orders_total) > 0"));
            return seen.isEmpty() ? null : seen;
        });
        assertThat(result.get(0).path("metric").path("result").asString()).isEqualTo("placed");
        JsonNode all = Monitoring.result(prometheus.query(query));
        Table table = new Table("查询 " + query, "值");
        Map<String, String> rows = new TreeMap<>();
        all.forEach(one -> rows.put("{result=\"" + one.path("metric").path("result").asString() + "\"}",
                one.path("value").get(1).asString().equals("0") ? "0" : "大于 0"));
        rows.forEach(table::row);
        Recording.checkVerbatim("scraped.txt", table.toString());
    }

    @Test
    @Order(2)
    void calmStoreIsNotSlow() {
        Poll.untilTrue("平静的时候下单不慢", () -> p95().getOrDefault("orders  POST /orders", 9.0) < 0.5);
        assertThat(ALERTS).isEmpty();
    }

    /** Seconds by service, method and address. */
    private static Map<String, Double> p95() {
        Map<String, Double> map = new TreeMap<>();
        Monitoring.result(prometheus.query("histogram_quantile(0.95, sum by (le, job, method, uri) "
                + "(rate(http_server_requests_seconds_bucket{uri!~\"/readyz|/stocktaking\"}[6s])))"))
                .forEach(one -> map.put(one.path("metric").path("job").asString() + "  "
                        + one.path("metric").path("method").asString() + " "
                        + one.path("metric").path("uri").asString(),
                        Double.parseDouble(one.path("value").get(1).asString())));
        return map;
    }

    @Test
    @Order(3)
    void metricsSayWhere() {
        stocktaking(true);
        Map<String, Double> seen = Poll.until("下单慢了，看书不慢", () -> {
            Map<String, Double> now = p95();
            return now.getOrDefault("orders  POST /orders", 0.0) > 0.5
                    && now.getOrDefault("warehouse  PUT /books/{isbn}/reservations", 0.0) > 0.5
                    && now.getOrDefault("orders  GET /books/{isbn}", 9.0) < 0.5 ? now : null;
        });
        Table table = new Table("服务与地址", "p95");
        seen.keySet().retainAll(List.of("orders  POST /orders", "orders  GET /books/{isbn}",
                "warehouse  PUT /books/{isbn}/reservations"));
        seen.forEach((what, seconds) -> table.row(what, seconds > 0.5 ? "超过 0.5 秒" : "不到 0.5 秒"));
        Recording.checkVerbatim("where.txt", table.toString());
    }

    private static List<Otlp.Span> slowTrace() {
        Otlp.Span count = Poll.until("一次点数", () -> otlp.spans().stream()
                .filter(span -> span.name().equals("count shelf")
                        && otlp.trace(span.traceId()).size() == 4).findFirst().orElse(null));
        return otlp.trace(count.traceId());
    }

    @Test
    @Order(4)
    void tracesSayWhy() {
        List<Otlp.Span> trace = slowTrace();
        Recording.checkVerbatim("why.txt", Otlp.tree(trace));
        Otlp.Span root = trace.stream().filter(span -> span.parentId().isEmpty()).findFirst().orElseThrow();
        Otlp.Span slowest = trace.stream().max(Comparator.comparingLong(span -> Otlp.ownNanos(span, trace)))
                .orElseThrow();
        assertThat(slowest.name()).isEqualTo("count shelf");
        assertThat(slowest.nanos()).isGreaterThan(root.nanos() / 2);
    }

    @Test
    @Order(5)
    void logsSayWhat() {
        String id = slowTrace().getFirst().traceId();
        String line = Poll.until("带有追踪编号的一行日志", () -> warehouse.output().lines()
                .filter(one -> one.contains(id) && one.contains("盘点")).findFirst().orElse(null));
        JsonNode json = JsonMapper.shared().readTree(line);
        assertThat(json.path("message").asString()).contains("逐本点数");
        Recording.checkVerbatim("what.txt", stable(line, id) + "\n");
        String placed = Poll.until("订单服务里同一个编号的日志", () -> orders.output().lines()
                .filter(one -> one.contains(id)).findFirst().orElse(null));
        assertThat(JsonMapper.shared().readTree(placed).path("message").asString()).startsWith("下单成功");
    }

    private static String stable(String line, String id) {
        String laidOut = line.replaceAll("\"@timestamp\":\"[^\"]+\"", "\"@timestamp\":\"2026-11-27T12:00:00.000Z\"")
                .replaceAll("\"pid\":\\d+", "\"pid\":4711")
                .replaceAll("(\"name\":\")[^\"]*exec-\\d+", "$1http-nio-8081-exec-1")
                .replace(id, "4bf92f3577b34da6a3ce929d0e0e4736")
                .replaceAll("(\"spanId\":\")[0-9a-f]{16}", "$100f067aa0ba902b7")
                .replaceAll("(\"span\":\\{\"id\":\")[0-9a-f]{16}", "$100f067aa0ba902b7");
        return laidOut.replaceAll(",(\"(?:log|process|service|message|traceId|spanId|trace|span|ecs|tags)\")", ",\n $1");
    }

    @Test
    @Order(6)
    void zipkinShowsTheSameTrace() throws Exception {
        List<Otlp.Span> trace = slowTrace();
        Zipkin.showsTheSame(ZIPKIN.server(), trace);
    }

    @Test
    @Order(7)
    void alertFiresAndResolves() {
        stocktaking(true);
        Poll.untilTrue("告警响了", () -> ALERTS.stream().anyMatch(one -> one.startsWith("firing  OrdersSlow")));
        stocktaking(false);
        Poll.untilTrue("告警恢复", () -> ALERTS.stream().anyMatch(one -> one.startsWith("resolved  OrdersSlow")));
        Recording.checkVerbatim("alert.txt", String.join("\n", ALERTS.stream().filter(one -> one.contains("OrdersSlow")).distinct().toList()) + "\n");
    }

    @Test
    @Order(8)
    void everyQueryOfTheDashboardFindsSomething() {
        Map<String, String> panels = Dashboard.queries(Monitoring.file("dashboard.json"), "6s");
        Table table = new Table("面板", "查询的结果");
        panels.forEach((title, query) -> {
            int series = Poll.until(title, () -> {
                int size = Monitoring.result(prometheus.query(query)).size();
                return size == 0 ? null : size;
            });
            table.row(title, series > 0 ? "有" : "空的");
        });
        Recording.checkVerbatim("dashboard.txt", table.toString());
    }

    @Test
    @Order(9)
    void aMisspelledMetricIsAnEmptyPanelNotAnError() {
        String wrong = Monitoring.file("dashboard.json", "bookstore_orders_total", "bookstore_order_total");
        List<String> empty = new ArrayList<>();
        Dashboard.queries(wrong, "6s").forEach((title, query) -> {
            if (Monitoring.result(prometheus.query(query)).isEmpty()) {
                empty.add(title);
            }
        });
        assertThat(empty).contains("每秒下单，按结局");
        Recording.checkVerbatim("dashboard-wrong.txt", "空的面板：" + String.join("、", empty) + "\n");
    }

    @Test
    @Order(10)
    void aDeadServiceIsNotSlow() {
        orders.kill();
        Poll.untilTrue("订单服务取不到了", () -> ALERTS.stream().anyMatch(one -> one.startsWith("firing  OrdersGone")));
        Poll.untilTrue("慢的那一条什么也没有说", () -> !p95().containsKey("orders  POST /orders"));
        String slow = prometheus.query("ALERTS{alertname=\"OrdersSlow\",alertstate=\"firing\"}");
        assertThat(Monitoring.result(slow).isEmpty()).isTrue();
    }
}
