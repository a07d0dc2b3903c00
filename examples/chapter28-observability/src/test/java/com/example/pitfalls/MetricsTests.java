package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.orders.OrderService;
import com.example.bookstore.orders.OrdersApplication;
import com.example.specimen.FewBooks;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Monitoring;
import com.example.testing.Poll;
import com.example.testing.Store;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.web.client.RestClient;

/** Metrics that lie, and metrics that cost. */
@InThisJvm
class MetricsTests {

    private static FakeWarehouse warehouse;
    private static ConfigurableApplicationContext store;
    private static String atStart;
    private static ConfigurableApplicationContext capped;

    @BeforeAll
    static void start() {
        warehouse = new FakeWarehouse();
        store = Store.run(warehouse);
        atStart = scrape(store);
        capped = Store.run(OrdersApplication.builder().sources(FewBooks.class), warehouse);
    }

    @AfterAll
    static void stop() {
        capped.close();
        store.close();
        warehouse.close();
    }

    private static String scrape(ConfigurableApplicationContext context) {
        return Http.get(Http.management(context) + "/actuator/prometheus").body();
    }

    /** How far the counters of orders have come: placed, out of stock, failed; and the gauge. */
    private static List<Double> orders() {
        String text = scrape(store);
        return Stream.of("bookstore_orders_total{result=\"placed\"} ", "bookstore_orders_total{result=\"out_of_stock\"} ",
                "bookstore_orders_total{result=\"failed\"} ", "bookstore_orders_in_flight ")
                .map(name -> text.lines().filter(line -> line.startsWith(name)).findFirst().orElseThrow())
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))).toList();
    }

    /** The same with so many more of each; the gauge is back at zero. */
    private static List<Double> more(List<Double> before, int placed, int outOfStock, int failed) {
        return List.of(before.get(0) + placed, before.get(1) + outOfStock, before.get(2) + failed, 0.0);
    }

    private static PrometheusMeterRegistry registry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    private static long series(String text, String name) {
        return text.lines().filter(line -> line.startsWith(name)).count();
    }

    // region gauge
    /** 量的是一个没有别人拿着的对象。 */
    private static void register(MeterRegistry registry, List<String> waiting) {
        Gauge.builder("bookstore.waiting", new ArrayList<>(waiting), List::size)
                .register(registry);
    }
    // endregion gauge

    @Test
    void aGaugeOfAnObjectThatNobodyHoldsBecomesNaN() {
        PrometheusMeterRegistry registry = registry();
        register(registry, List.of("张三", "李四"));
        String before = line(registry.scrape());
        String after = Poll.until("被回收", () -> {
            System.gc();
            String now = line(registry.scrape());
            return now.endsWith("NaN") ? now : null;
        });
        Recording.checkVerbatim("gauge.txt", "回收之前  " + before + "\n回收之后  " + after + "\n");
        assertThat(before).endsWith(" 2.0");
    }

    private static String line(String text) {
        return text.lines().filter(one -> one.startsWith("bookstore_waiting")).findFirst().orElseThrow();
    }

    /** Nobody but its field holds the object, and nobody but the container the bean. */
    static final class WaitingRoom {
        private final AtomicInteger waiting = new AtomicInteger(2);

        WaitingRoom(MeterRegistry registry) {
            Gauge.builder("bookstore.waiting", waiting, AtomicInteger::get).register(registry);
        }
    }

    /** Until the collector has taken what nobody holds. */
    private static void collect() {
        WeakReference<Object> unheld = new WeakReference<>(new Object());
        Poll.until("被回收", () -> {
            System.gc();
            return unheld.get() == null ? true : null;
        });
    }

    @Test
    void aGaugeOfAFieldStays() {
        PrometheusMeterRegistry registry = registry();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getBeanFactory().registerSingleton("registry", registry);
            context.registerBean(WaitingRoom.class);
            context.refresh();
            collect();
            assertThat(line(registry.scrape())).endsWith(" 2.0");
        }
        collect();
        assertThat(line(registry.scrape())).as("Bean 没有了").endsWith(" NaN");
    }

    @Test
    void aStrongReferenceKeepsIt() {
        PrometheusMeterRegistry registry = registry();
        Gauge.builder("bookstore.waiting", new ArrayList<>(List.of(1, 2)), List::size).strongReference(true)
                .register(registry);
        PrometheusMeterRegistry another = registry();
        Gauge.builder("bookstore.waiting", new ArrayList<>(List.of(1, 2))::size).register(another); // a Supplier
        collect();
        assertThat(line(registry.scrape())).endsWith(" 2.0");
        assertThat(line(another.scrape())).endsWith(" 2.0");
    }

    /** The tag comes from a text given as template; here only the finished address is known. */
    private static void anAddressFromAUriBuilderIsNone() {
        RestClient client = store.getBean(RestClient.Builder.class).baseUrl(warehouse.url()).build();
        for (int i = 0; i < 3; i++) {
            int id = i;
            client.get().uri(uri -> uri.path("/stock/{id}").build(id)).retrieve().toBodilessEntity();
            client.get().uri(URI.create(warehouse.url() + "/prices/" + id)).retrieve().toBodilessEntity();
        }
        String text = scrape(store);
        assertThat(text.lines().filter(line -> line.startsWith("http_client_requests_seconds_count")
                && line.contains("uri=\"none\""))).singleElement().asString().endsWith(" 6");
        assertThat(text).doesNotContain("/stock", "/prices");
        // A template beside the function is known again.
        for (int i = 0; i < 3; i++) {
            int id = i;
            client.get().uri("/shelves/{id}", uri -> uri.queryParam("fresh", true).build(id)).retrieve().toBodilessEntity();
        }
        assertThat(scrape(store).lines().filter(line -> line.startsWith("http_client_requests_seconds_count")
                && line.contains("uri=\"/shelves/{id}\""))).singleElement().asString().endsWith(" 3");
    }

    @Test
    void anAddressWithoutTemplateIsASeriesEach() {
        try (Captured log = new Captured("org.springframework.boot.micrometer")) {
            RestClient client = capped.getBean(RestClient.Builder.class).baseUrl(warehouse.url()).build();
            // region concatenated
            for (int i = 0; i < 150; i++) {
                client.get().uri("/stock/{id}", i).retrieve().toBodilessEntity(); // 模板与变量
            }
            for (int i = 0; i < 150; i++) {
                client.get().uri("/stock/" + i).retrieve().toBodilessEntity();    // 拼出来的地址
            }
            // endregion concatenated
            String text = scrape(capped);
            long all = series(text, "http_client_requests_seconds_count");
            long template = text.lines().filter(line -> line.startsWith("http_client_requests_seconds_count")
                    && line.contains("uri=\"/stock/{id}\"")).count();
            Recording.checkVerbatim("uri-series.txt", new Table("150 个请求", "http_client_requests 的序列")
                    .row("uri(\"/stock/{id}\", i)", template)
                    .row("uri(\"/stock/\" + i)", all - template + "，连同上面的到 100 为止").toString());
            assertThat(template).isEqualTo(1);
            assertThat(all).isEqualTo(100);
            Recording.checkVerbatim("uri-limit.txt", String.join("\n", log.messages()) + "\n");
        }
        anAddressFromAUriBuilderIsNone();
    }

    @Test
    void unknownAddressesOfStrangersAreOneSeries() {
        for (int i = 0; i < 30; i++) {
            Http.get(Http.url(store) + "/no-such-page/" + i);
        }
        String text = Http.get(Http.management(store) + "/actuator/prometheus").body();
        assertThat(text).doesNotContain("no-such-page");
        assertThat(text.lines().filter(line -> line.startsWith("http_server_requests_seconds_count")
                && line.contains("status=\"404\"") && !line.contains("uri=\"/orders\"")).count()).isEqualTo(1);
    }

    @Test
    void everyLabelMultiplies() {
        Table table = new Table("标签", "计数器的序列", "带直方图的计时器的序列", "一次抓取");
        Map<String, int[]> tags = new java.util.LinkedHashMap<>();
        tags.put("result（3 种）", new int[] {1, 1});
        tags.put("再加 city（30 种）", new int[] {30, 1});
        tags.put("再加 isbn（100 本）", new int[] {30, 100});
        List<Long> counted = new ArrayList<>();
        tags.forEach((label, sizes) -> {
            PrometheusMeterRegistry registry = registry();
            for (String result : List.of("placed", "out_of_stock", "failed")) {
                for (int city = 0; city < sizes[0]; city++) {
                    for (int isbn = 0; isbn < sizes[1]; isbn++) {
                        String[] all = {"result", result, "city", "c" + city, "isbn", "b" + isbn};
                        registry.counter("bookstore.orders", all).increment();
                        if (sizes[1] == 1) {
                            Timer.builder("bookstore.order.time").tags(all).publishPercentileHistogram()
                                    .register(registry).record(Duration.ofMillis(20));
                        }
                    }
                }
            }
            String text = registry.scrape();
            long counters = series(text, "bookstore_orders_total");
            long timers = series(text, "bookstore_order_time");
            counted.add(counters);
            counted.add(timers);
            table.row(label, counters, timers == 0 ? "没有量" : timers,
                    "%d KB".formatted(text.getBytes(StandardCharsets.UTF_8).length / 1024));
        });
        Recording.checkVerbatim("cardinality.txt", table.toString());
        assertThat(counted.get(0)).isEqualTo(3);
        assertThat(counted.get(2)).isEqualTo(90);
        assertThat(counted.get(4)).isEqualTo(9000);
        assertThat(counted.get(3)).isGreaterThan(30 * 3 * 60);
    }

    @Test
    void aFilterStopsTheGrowthOfOurOwnMetrics() {
        MeterRegistry registry = capped.getBean(MeterRegistry.class);
        for (int i = 0; i < 500; i++) {
            registry.counter("bookstore.views", "isbn", "b" + i).increment();
            registry.counter("bookstore.searches", "isbn", "b" + i).increment();
        }
        String text = scrape(capped);
        assertThat(series(text, "bookstore_views_total")).isEqualTo(50);
        assertThat(series(text, "bookstore_searches_total")).as("没有上限的").isEqualTo(500);
    }

    @Test
    void aSecondSetOfLabelsUnderTheSameName() {
        PrometheusMeterRegistry registry = registry();
        try (Captured log = new Captured("io.micrometer")) {
            Counter.builder("bookstore.refunds").tag("reason", "damaged").register(registry).increment();
            Counter.builder("bookstore.refunds").tag("city", "上海").register(registry).increment();
            assertThat(registry.scrape().lines().filter(line -> line.startsWith("bookstore_refunds")))
                    .containsExactlyInAnyOrder("bookstore_refunds_total{reason=\"damaged\"} 1.0",
                            "bookstore_refunds_total{city=\"上海\"} 1.0");
            assertThat(log.messages()).isEmpty();
        }
    }

    // region instance
    private static Timer instance(int requests, int millis) {
        Timer timer = Timer.builder("bookstore.order.time").publishPercentiles(0.95)
                .publishPercentileHistogram().register(registry());
        IntStream.range(0, requests).forEach(i -> timer.record(Duration.ofMillis(millis)));
        return timer;
    }
    // endregion instance

    private static double p95(Timer timer) {
        return timer.takeSnapshot().percentileValues()[0].value(java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    @Test
    void percentilesMayNotBeAveragedButBucketsMayBeAdded() {
        Timer busy = instance(9900, 20);
        Timer sick = instance(100, 2000);
        double average = (p95(busy) + p95(sick)) / 2;
        Map<Double, Double> buckets = new TreeMap<>();
        for (Timer timer : List.of(busy, sick)) {
            for (CountAtBucket bucket : timer.takeSnapshot().histogramCounts()) {
                buckets.merge(bucket.bucket(java.util.concurrent.TimeUnit.MILLISECONDS), bucket.count(), Double::sum);
            }
        }
        double merged = buckets.entrySet().stream().filter(bucket -> bucket.getValue() >= 0.95 * 10_000)
                .findFirst().orElseThrow().getKey();
        Recording.checkVerbatim("percentiles.txt", new Table("怎样得到", "p95")
                .row("忙的实例，9900 个请求，各 20 毫秒", "约 " + Math.round(p95(busy) / 10) * 10 + " 毫秒")
                .row("慢的实例，100 个请求，各 2000 毫秒", "约 " + Math.round(p95(sick) / 100) * 100 + " 毫秒")
                .row("两个 p95 取平均", "约 " + Math.round(average / 100) * 100 + " 毫秒")
                .row("把两边的桶加起来再算", "不到 " + Math.round(Math.ceil(merged / 10) * 10) + " 毫秒")
                .row("10000 个请求排好序的第 9500 个", "20 毫秒").toString());
        assertThat(average).isGreaterThan(900);
        assertThat(merged).isBetween(20.0, 30.0);
    }

    @Test
    void oneDigitOfPrecision() {
        assertThat(DistributionStatisticConfig.DEFAULT.getPercentilePrecision()).isEqualTo(1);
        Timer sick = Timer.builder("bookstore.order.time").publishPercentiles(0.95).percentilePrecision(2)
                .register(registry());
        IntStream.range(0, 100).forEach(i -> sick.record(Duration.ofMillis(2000)));
        assertThat(p95(sick)).isBetween(1980.0, 2020.0);
    }

    @Test
    void withoutHistogramThereAreNoBucketsToAdd() {
        PrometheusMeterRegistry registry = registry();
        Timer.builder("plain").register(registry).record(Duration.ofMillis(20));
        Timer.builder("percentiles").publishPercentiles(0.95).register(registry).record(Duration.ofMillis(20));
        String text = registry.scrape();
        assertThat(text).doesNotContain("_bucket").contains("percentiles_seconds{quantile=\"0.95\"}");
    }

    @Test
    void namesAreTranslated() {
        PrometheusMeterRegistry registry = registry();
        registry.counter("bookstore.orders").increment();
        registry.timer("bookstore.order.time").record(Duration.ofMillis(1500));
        assertThat(registry.scrape()).contains("bookstore_orders_total 1.0", "bookstore_order_time_seconds_sum 1.5");
    }

    @Test
    void aSeriesThatWasRegisteredAtStartIsZeroNotAbsent() {
        assertThat(atStart).contains("bookstore_orders_total{result=\"failed\"} 0.0");
    }

    @Test
    void anOrderThatFailsIsCountedAndLeavesTheGauge() {
        List<Double> before = orders();
        warehouse.answer(500);
        assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(500);
        warehouse.answer(409);
        assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(409);
        warehouse.answer(200);
        assertThat(Http.send("POST", Http.url(store) + "/orders", "{\"isbn\":\"no-such-book\",\"copies\":1}")
                .statusCode()).isEqualTo(404);
        assertThat(orders()).isEqualTo(more(before, 0, 1, 1));
    }

    /** See {@link AlertRuleTests#theLimitIsExactOnlyWhereABucketEnds}. */
    @Test
    void theLimitOfTheAlertIsABucket() {
        assertThat(Monitoring.file("alerts.yml")).contains(") > 0.5\n");
        assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(201);
        assertThat(scrape(store).lines().filter(line -> line.startsWith("http_server_requests_seconds_bucket")
                && line.contains("uri=\"/orders\""))).anyMatch(line -> line.contains("le=\"0.5\""));
    }

    /** A client that takes no JSON is told so before anything is reserved. */
    @Test
    void anOrderWhoseAnswerNobodyTakesIsNone() {
        List<Double> before = orders();
        int asked = warehouse.traceparents().size();
        assertThat(Http.order(Http.url(store), "Accept", "application/xml").statusCode()).isEqualTo(406);
        assertThat(orders()).isEqualTo(more(before, 0, 0, 0));
        assertThat(warehouse.traceparents()).hasSize(asked);
    }

    @Test
    void anOrderWhosePriceDoesNotFitHasFailedAndReservesNothing() {
        List<Double> before = orders();
        int asked = warehouse.traceparents().size();
        OrderService service = store.getBean(OrderService.class);
        assertThatThrownBy(() -> service.place(new OrderService.NewOrder("9787115545381", 1_000_000)))
                .isInstanceOf(ArithmeticException.class);
        assertThat(orders()).isEqualTo(more(before, 0, 0, 1));
        assertThat(warehouse.traceparents()).hasSize(asked);
    }
}
