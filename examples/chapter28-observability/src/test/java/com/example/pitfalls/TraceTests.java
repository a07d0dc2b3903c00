package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.example.across.Wrapping;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.orders.OrderService;
import com.example.bookstore.orders.OrdersApplication;
import com.example.specimen.Messages;
import com.example.specimen.QuietActuator;
import com.example.testing.FakeWarehouse;
import com.example.testing.Http;
import com.example.testing.InThisJvm;
import com.example.testing.Otlp;
import com.example.testing.Poll;
import com.example.testing.SharedZipkin;
import com.example.testing.Store;
import com.example.testing.Zipkin;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.AsyncTaskExecutor;

/** Where a trace is cut in two, and what a trace costs. */
@InThisJvm
class TraceTests {

    @RegisterExtension
    static final SharedZipkin ZIPKIN = new SharedZipkin();

    private static final String SEND = "--spring.rabbitmq.template.observation-enabled=true";
    private static final String RECEIVE = "--spring.rabbitmq.listener.simple.observation-enabled=true";

    private static ConfigurableApplicationContext messages(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--spring.rabbitmq.host=" + Service.RABBITMQ.host(),
                "--spring.rabbitmq.port=" + Service.RABBITMQ.port(), "--spring.main.banner-mode=off"));
        return new SpringApplicationBuilder(Messages.class).web(WebApplicationType.NONE)
                .run(all.toArray(String[]::new));
    }

    /** What the other side of a message sees of the trace of an order. */
    private static String acrossRabbit(String... arguments) throws InterruptedException {
        try (ConfigurableApplicationContext context = messages(arguments)) {
            Messages bean = context.getBean(Messages.class);
            RabbitTemplate rabbit = context.getBean(RabbitTemplate.class);
            String id = Observation.createNotStarted("order", context.getBean(ObservationRegistry.class))
                    .observe(() -> {
                        rabbit.convertAndSend(Messages.QUEUE, "Java 编程思想");
                        return bean.traceId();
                    });
            return compare(id, bean.seen().poll(60, TimeUnit.SECONDS));
        }
    }

    private static String compare(String id, String seen) {
        return id.equals(seen) ? "同一个" : "没有".equals(seen) ? "没有" : "另一个";
    }

    @Test
    @RequiresService(Service.RABBITMQ)
    void aMessageCutsTheTraceUnlessBothSidesAreObserved() throws Exception {
        Table table = new Table("打开了什么", "打包的一方看到的追踪编号");
        String none = acrossRabbit();
        String send = acrossRabbit(SEND);
        String receive = acrossRabbit(RECEIVE);
        String both = acrossRabbit(SEND, RECEIVE);
        table.row("默认", none).row("只有发送的一方", send).row("只有接收的一方", receive).row("两边都打开", both);
        Recording.checkVerbatim("trace-rabbit.txt", table.toString());
        assertThat(List.of(none, send, receive, both)).containsExactly("没有", "没有", "另一个", "同一个");
        theOtherKindOfContainerHasASwitchOfItsOwn();
    }

    private static void theOtherKindOfContainerHasASwitchOfItsOwn() throws InterruptedException {
        String direct = "--spring.rabbitmq.listener.type=direct";
        assertThat(acrossRabbit(SEND, RECEIVE, direct)).isEqualTo("没有");
        assertThat(acrossRabbit(SEND, RECEIVE.replace("simple", "direct"), direct)).isEqualTo("同一个");
    }

    /** What each of these pools sees of the trace of the one that hands it a task. */
    private static List<String> acrossThreads(List<Executor> more, String... arguments) {
        try (FakeWarehouse warehouse = new FakeWarehouse();
                ConfigurableApplicationContext store = Store.run(warehouse, arguments)) {
            List<Executor> pools = new ArrayList<>(
                    List.of(store.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)));
            pools.addAll(more);
            io.micrometer.tracing.Tracer tracer = store.getBean(io.micrometer.tracing.Tracer.class);
            return Observation.createNotStarted("order", store.getBean(ObservationRegistry.class)).observe(() -> {
                String id = tracer.currentSpan().context().traceId();
                return pools.stream().map(pool -> compare(id, CompletableFuture.supplyAsync(
                        () -> tracer.currentSpan() == null ? "没有" : tracer.currentSpan().context().traceId(), pool)
                        .join())).toList();
            });
        }
    }

    @Test
    void aThreadPoolCutsTheTraceUnlessItPropagates() {
        assertThat(acrossThreads(List.of())).containsExactly("没有");
        try (ExecutorService own = Executors.newSingleThreadExecutor()) {
            assertThat(acrossThreads(List.of(own), "--spring.task.execution.propagate-context=true"))
                    .containsExactly("同一个", "没有");
        }
    }

    /** One order with these settings: the spans by name, as soon as the last of them is there. */
    private static List<Otlp.Span> order(Otlp otlp, String last, String... arguments) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of(otlp.arguments()));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--spring.config.name=nothing", "--server.port=0", "--spring.main.banner-mode=off",
                "--spring.application.name=orders", "--management.tracing.sampling.probability=1.0",
                "--management.otlp.metrics.export.enabled=false",
                "--spring.rabbitmq.host=" + Service.RABBITMQ.host(),
                "--spring.rabbitmq.port=" + Service.RABBITMQ.port()));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Wrapping.class)
                .run(all.toArray(String[]::new))) {
            assertThat(Http.send("POST", Http.url(context) + "/orders", null).statusCode()).isEqualTo(200);
            assertThat(context.getBean(Wrapping.class).wrapped().await(60, TimeUnit.SECONDS)).isTrue();
            Poll.until(last, () -> otlp.spans().stream().filter(span -> span.name().equals(last)).findFirst()
                    .orElse(null));
        } // closing sends what is left
        return otlp.spans();
    }

    /** Who called whom; which of them took longest is not the same each time. */
    private static String calls(List<Otlp.Span> spans) {
        return Otlp.tree(spans).replaceAll("  ←.*", "");
    }

    private static long traces(List<Otlp.Span> spans) {
        return spans.stream().map(Otlp.Span::traceId).distinct().count();
    }

    @Test
    @RequiresService(Service.RABBITMQ)
    void oneTraceThroughHttpRabbitAndAThread() throws Exception {
        List<Otlp.Span> cut;
        try (Otlp otlp = new Otlp()) {
            cut = order(otlp, "wrap book");
        }
        try (Otlp otlp = new Otlp()) {
            List<Otlp.Span> whole = order(otlp, "wrap book", SEND, RECEIVE,
                    "--spring.task.execution.propagate-context=true");
            assertThat(traces(whole)).isEqualTo(1);
            assertThat(traces(cut)).isEqualTo(2);
            Recording.checkVerbatim("trace-across.txt", "默认，" + traces(cut) + " 条追踪\n" + calls(cut)
                    + "\n都打开，" + traces(whole) + " 条追踪\n" + calls(whole));
            assertThat(whole).hasSize(4);
            Zipkin.showsTheSame(ZIPKIN.server(), whole);
        }
    }

    private record Cost(int traces, int spans, long bytes, int headers) {
    }

    private static Cost cost(int requests, double probability, String... headers) {
        try (Otlp otlp = new Otlp(); FakeWarehouse warehouse = new FakeWarehouse()) {
            List<String> arguments = new ArrayList<>(List.of(otlp.arguments()));
            arguments.add("--management.tracing.sampling.probability=" + probability);
            try (ConfigurableApplicationContext store = Store.run(warehouse, arguments.toArray(String[]::new))) {
                for (int i = 0; i < requests; i++) {
                    assertThat(Http.order(Http.url(store), headers).statusCode()).isEqualTo(201);
                }
            } // closing sends what is left
            return new Cost((int) otlp.spans().stream().map(Otlp.Span::traceId).distinct().count(),
                    otlp.spans().size(), otlp.bytes(),
                    (int) warehouse.traceparents().stream().filter(header -> !header.equals("没有")).count());
        }
    }

    @Test
    void samplingAndItsCost() {
        Cost all = cost(300, 1.0);
        Cost tenth = cost(300, 0.1);
        Table table = new Table("sampling.probability", "300 个请求发出的追踪", "发出的字节", "带着 traceparent 的调用");
        table.row("1.0", all.traces(), "每个请求约 " + Math.round(all.bytes() / 300.0 / 1000) + " KB", all.headers());
        table.row("0.1", tenth.traces() < 75 && tenth.traces() > 3 ? "三十上下" : tenth.traces(),
                tenth.bytes() * 3 < all.bytes() ? "不到三分之一" : "差不多", tenth.headers());
        Recording.checkVerbatim("sampling.txt", table.toString());
        assertThat(all.traces()).isEqualTo(300);
        assertThat(all.spans()).isEqualTo(600);
        assertThat(tenth.traces()).isBetween(4, 74);
        assertThat(tenth.headers()).isEqualTo(300);
    }

    @Test
    void aTraceThatIsNotKeptIsInTheLogAllTheSame() {
        try (Otlp otlp = new Otlp(); FakeWarehouse warehouse = new FakeWarehouse()) {
            List<String> arguments = new ArrayList<>(List.of(otlp.arguments()));
            arguments.addAll(List.of("--management.tracing.sampling.probability=0.0",
                    "--logging.level.com.example.bookstore=info"));
            try (ConfigurableApplicationContext store = Store.run(warehouse, arguments.toArray(String[]::new));
                    Captured log = new Captured(OrderService.class.getName())) {
                assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(201);
                assertThat(log.traceIds()).singleElement().asString().matches("[0-9a-f]{32}");
            }
            assertThat(otlp.spans()).isEmpty();
        }
    }

    @Test
    void theFirstServiceDecidesForAll() {
        String ids = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";
        assertThat(cost(3, 1.0, "traceparent", ids + "00").spans()).isZero();
        assertThat(cost(3, 0.0, "traceparent", ids + "01").spans()).isEqualTo(6);
    }

    private static String spansOfAScrape(Function<FakeWarehouse, ConfigurableApplicationContext> start,
            Otlp otlp) {
        try (otlp; FakeWarehouse warehouse = new FakeWarehouse()) {
            try (ConfigurableApplicationContext store = start.apply(warehouse)) {
                assertThat(Http.get(Http.management(store) + "/actuator/prometheus").statusCode()).isEqualTo(200);
                Http.get(Http.url(store) + "/books/9787111213826");
            }
            return String.join("、", otlp.spans().stream().map(Otlp.Span::name).sorted().toList());
        }
    }

    /** Without the files of the store: its endpoints are where its pages are. */
    private static ConfigurableApplicationContext onePort(Otlp otlp, FakeWarehouse warehouse,
            Class<?>... more) {
        List<String> arguments = new ArrayList<>(List.of(otlp.arguments()));
        arguments.addAll(List.of("--spring.config.name=nothing", "--server.port=0",
                "--bookstore.warehouse-url=" + warehouse.url(), "--spring.main.banner-mode=off",
                "--management.endpoints.web.exposure.include=prometheus,health",
                "--management.health.rabbit.enabled=false",
                "--management.tracing.sampling.probability=1.0", "--management.otlp.metrics.export.enabled=false"));
        return new SpringApplicationBuilder(OrdersApplication.class).sources(more)
                .run(arguments.toArray(String[]::new));
    }

    @Test
    void scrapesOnTheBusinessPortAreTraced() {
        Otlp first = new Otlp();
        String own = spansOfAScrape(warehouse -> Store.run(warehouse, first.arguments()), first);
        Otlp second = new Otlp();
        String shared = spansOfAScrape(warehouse -> onePort(second, warehouse), second);
        Otlp third = new Otlp();
        String quiet = spansOfAScrape(warehouse -> onePort(third, warehouse, QuietActuator.class), third);
        Recording.checkVerbatim("scrape-spans.txt", new Table("取一次指标、看一本书", "发出的跨度")
                .row("端点在自己的端口", own).row("端点与业务同一个端口", shared)
                .row("同一个端口，有 ObservationPredicate", quiet).toString());
        assertThat(own).isEqualTo("http get /books/{isbn}");
        assertThat(shared).contains("http get /actuator/prometheus");
        assertThat(quiet).isEqualTo("http get /books/{isbn}");
        aHealthCheckThatAsksTheWarehouseIsATraceOfItsOwn();
    }

    /** The predicate looks at what comes in; the check of the warehouse goes out. */
    private static void aHealthCheckThatAsksTheWarehouseIsATraceOfItsOwn() {
        try (Otlp otlp = new Otlp(); FakeWarehouse warehouse = new FakeWarehouse()) {
            try (ConfigurableApplicationContext store = onePort(otlp, warehouse, QuietActuator.class)) {
                assertThat(Http.get(Http.management(store) + "/actuator/health").statusCode()).isEqualTo(200);
            } // closing sends what is left
            assertThat(otlp.spans()).singleElement().satisfies(span -> {
                assertThat(span.kind()).isEqualTo("CLIENT");
                assertThat(span.parentId()).isEmpty();
            });
        }
    }

    /** The new name is in the tests above. */
    @Test
    void theOldNameOfTheEndpointDoesNothing() {
        try (Otlp otlp = new Otlp(); FakeWarehouse warehouse = new FakeWarehouse()) {
            String endpoint = otlp.arguments()[0];
            try (ConfigurableApplicationContext store = Store.run(warehouse,
                    "--management.otlp.tracing.endpoint" + endpoint.substring(endpoint.indexOf('=')))) {
                assertThat(Http.order(Http.url(store)).statusCode()).isEqualTo(201);
            } // closing sends what is left
            assertThat(otlp.spans()).isEmpty();
        }
    }

    @Test
    void theDefaultIsATenth() {
        try (ConfigurableApplicationContext context = new SpringApplication(Messages.class) {
            { setWebApplicationType(WebApplicationType.NONE); }
        }.run("--spring.config.name=nothing", "--spring.rabbitmq.listener.simple.auto-startup=false",
                "--spring.main.banner-mode=off")) {
            assertThat(context.getBean(io.opentelemetry.sdk.trace.samplers.Sampler.class).getDescription())
                    .contains("TraceIdRatioBased{0.100000}");
        }
    }
}
