package com.example.bookstore.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.ZipkinServer;
import com.example.bookstore.Downstream;
import com.example.bookstore.Http;
import com.example.bookstore.catalog.CatalogApplication;
import com.example.bookstore.payment.PaymentApplication;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One trace through three services, and where it breaks. */
@ResourceLock(Http.LOG)
class TraceTests {

    private static ConfigurableApplicationContext run(SpringApplicationBuilder builder, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--server.port=0");
        return builder.run(all.toArray(String[]::new));
    }

    @Test
    void oneTraceThroughThreeServices() throws Exception {
        try (ZipkinServer zipkin = ZipkinServer.start()) {
            String[] export = {"--management.tracing.export.zipkin.enabled=true",
                "--management.tracing.export.zipkin.endpoint=" + zipkin.spansEndpoint()};
            try (ConfigurableApplicationContext catalog = run(CatalogApplication.builder(), export);
                    ConfigurableApplicationContext payment = run(PaymentApplication.builder(), export);
                    ConfigurableApplicationContext orders = run(OrdersApplication.builder(), export[0], export[1],
                            "--spring.http.clients.read-timeout=30s", "--bookstore.catalog-url=" + Http.url(catalog),
                            "--bookstore.payment-url=" + Http.url(payment))) {
                assertThat(Http.placeOrder(Http.url(orders)).statusCode()).isEqualTo(201);
                JsonNode trace = await(zipkin);
                Recording.checkVerbatim("zipkin.txt", tree(trace, null, 0));
            }
        }
    }

    private static JsonNode await(ZipkinServer zipkin) throws InterruptedException {
        long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < limit) {
            for (JsonNode trace : JsonMapper.shared().readTree(zipkin.get("/api/v2/traces?limit=50"))) {
                TreeSet<String> services = new TreeSet<>();
                trace.forEach(span -> services.add(service(span)));
                if (services.containsAll(List.of("orders", "catalog", "payment")) && trace.size() >= 5) {
                    return trace;
                }
            }
            Thread.sleep(100);
        }
        throw new AssertionError("Zipkin 没有收到经过三个服务的追踪");
    }

    private static String service(JsonNode span) {
        return span.path("localEndpoint").path("serviceName").asString();
    }

    private static String tree(JsonNode trace, String parent, int depth) {
        List<JsonNode> children = new ArrayList<>();
        for (JsonNode span : trace) {
            boolean shared = span.path("shared").asBoolean(false);
            String id = span.path("id").asString();
            String up = span.hasNonNull("parentId") ? span.path("parentId").asString() : null;
            String key = shared ? "client " + id : up;
            if (java.util.Objects.equals(key, parent)) {
                children.add(span);
            }
        }
        children.sort(java.util.Comparator.comparingLong(span -> span.path("timestamp").asLong()));
        StringBuilder text = new StringBuilder();
        for (JsonNode span : children) {
            text.append("  ".repeat(depth)).append(service(span)).append("  ")
                    .append(span.path("kind").asString("")).append("  ").append(span.path("name").asString(""))
                    .append('\n');
            String id = span.path("id").asString();
            text.append(tree(trace, id, depth + 1));
        }
        return text.toString();
    }

    @Test
    void exportOffStopsTheHeaderToo() {
        try (Downstream catalog = new Downstream("{\"isbn\":\"111\",\"title\":\"书\",\"cents\":1}", n -> 200)) {
            Table table = new Table("配置", "目录服务收到 traceparent");
            for (String off : List.of("management.tracing.export.zipkin.enabled=false",
                    "management.tracing.export.enabled=false")) {
                try (ConfigurableApplicationContext orders = run(OrdersApplication.builder(),
                        "--bookstore.catalog-url=" + catalog.url(), "--" + off)) {
                    orders.getBean(Catalog.class).book("111");
                    table.row(off, catalog.traceparents().getLast().equals("没有") ? "没有" : "有");
                }
            }
            Recording.checkVerbatim("export-off.txt", table.toString());
            assertThat(table.toString().lines().toList().get(1)).endsWith("  有");
            assertThat(table.toString().lines().toList().get(2)).endsWith("没有");
        }
    }

    private static String traceOf(Downstream catalog, int number) {
        String header = catalog.traceparents().get(number);
        return header.contains("-") ? header.split("-")[1] : header;
    }

    @Test
    void brokenByAThreadAndByAClientOfOnesOwn() {
        try (Downstream catalog = new Downstream("{\"isbn\":\"111\",\"title\":\"书\",\"cents\":1}", n -> 200);
                ConfigurableApplicationContext orders = run(OrdersApplication.builder(),
                        "--bookstore.catalog-url=" + catalog.url(),
                        "--spring.task.execution.propagate-context=true")) {
            Tracer tracer = orders.getBean(Tracer.class);
            Catalog client = orders.getBean(Catalog.class);
            AsyncTaskExecutor executor = orders.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
            RestClient own = RestClient.create(catalog.url());
            // As while a request is handled: an observation, which the tracer made a span of.
            String id = Observation.createNotStarted("page", orders.getBean(ObservationRegistry.class)).observe(() -> {
                client.book("111");
                CompletableFuture.supplyAsync(() -> client.book("111")).join();
                CompletableFuture.supplyAsync(() -> client.book("111"), executor).join();
                own.get().uri("/books/111").retrieve().toBodilessEntity();
                return tracer.currentSpan().context().traceId();
            });
            Table table = new Table("怎样调用目录服务", "目录服务收到的追踪编号");
            String[] ways = {"在处理请求的线程里", "CompletableFuture 默认的线程", "propagate-context 的执行器", "自己 RestClient.create"};
            List<String> results = new ArrayList<>();
            for (int i = 0; i < ways.length; i++) {
                String seen = traceOf(catalog, i);
                String result = seen.equals(id) ? "同一个" : seen.equals("没有") ? "没有" : "另一个";
                results.add(result);
                table.row(ways[i], result);
            }
            assertThat(results).containsExactly("同一个", "另一个", "同一个", "没有");
            Recording.checkVerbatim("trace-thread.txt", table.toString());
        }
    }
}
