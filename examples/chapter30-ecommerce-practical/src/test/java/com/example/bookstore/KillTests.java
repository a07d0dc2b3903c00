package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.chaos.OwnBroker;
import com.example.chaos.StoreJars;
import com.example.chaos.TcpProxy;
import com.sun.net.httpserver.HttpServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes the longest, so it begins first. What takes the time is starting stores and RabbitMQs, so several orders stand at
 * their steps when the fault happens: nine steps and four faults in eight rounds, three stores and three RabbitMQs. The
 * limit is for a machine that does much else.
 */
@DisplayName("在一张订单的每一步杀书店、断数据库、断开与杀掉 RabbitMQ，最后账要平")
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
@Timeout(900)
@Order(1)
class KillTests {

    private static final List<String> STEPS = List.of(
            "checkout.before-commit", "checkout.after-commit", "pay.after-charge",
            "callback.before-commit", "callback.after-commit",
            "relay.before-publish", "relay.after-publish",
            "ship.before-commit", "ship.after-commit");

    /**
     * Where orders stand at the same time, in the order in which they get there: one of them in the listener, one in the
     * relay, and last the one that holds the rows of the stock, for which every other order would wait.
     */
    private static final List<List<String>> ROUNDS = List.of(
            List.of("ship.before-commit", "relay.before-publish", "pay.after-charge", "checkout.after-commit",
                    "callback.before-commit"),
            List.of("ship.after-commit", "relay.after-publish", "callback.after-commit", "checkout.before-commit"));

    private static final Map<String, String> NAMES = Map.of(
            "checkout.before-commit", "下单，提交之前", "checkout.after-commit", "下单，提交之后",
            "pay.after-charge", "付款单开好之后", "callback.before-commit", "支付通知，提交之前",
            "callback.after-commit", "支付通知，提交之后", "relay.before-publish", "发消息之前",
            "relay.after-publish", "发消息之后，记下之前", "ship.before-commit", "发货，提交之前",
            "ship.after-commit", "发货，提交之后");

    private enum Fault {
        STORE("kill -9 书店"), DATABASE("断开数据库"), LINK("断开 RabbitMQ"), BROKER("kill -9 RabbitMQ");

        private final String name;

        Fault(String name) {
            this.name = name;
        }
    }

    /** Answers the store's questions; the first to come to an armed step is not answered before {@link #goOn}. */
    private static final class Director implements AutoCloseable {

        private final Map<String, Runnable> armed = new ConcurrentHashMap<>();
        private final HttpServer server;
        private CompletableFuture<Void> told = new CompletableFuture<>();

        Director() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", exchange -> {
                try (exchange) {
                    Runnable action = armed.remove(exchange.getRequestURI().getPath().substring(1));
                    if (action != null) {
                        action.run();
                    }
                    exchange.sendResponseHeaders(204, -1);
                }
            });
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }

        /** Done when an order has come there. */
        CompletableFuture<Void> arm(String step) {
            CompletableFuture<Void> reached = new CompletableFuture<>();
            CompletableFuture<Void> goOn = told;
            Runnable stand = () -> {
                reached.complete(null);
                goOn.join();
            };
            if (step.equals("ship.after-commit")) {
                // The order before this one has been shipped, but may not have asked yet; the listener takes one at a time.
                armed.put("ship.before-commit", () -> armed.put(step, stand));
            }
            else {
                armed.put(step, stand);
            }
            return reached;
        }

        void goOn() {
            told.complete(null);
            told = new CompletableFuture<>();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static final Executor VIRTUAL = Thread::startVirtualThread;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final AtomicInteger notices = new AtomicInteger();
    private Place place;
    private Director director;
    private OwnBroker broker;
    private TcpProxy link;
    private BootProcess store;

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(place.arguments()));
        arguments.addAll(List.of("--spring.rabbitmq.host=127.0.0.1", "--spring.rabbitmq.port=" + link.port(),
                "--chaos.test=" + director.address(), "--bookstore.orders-per-minute=10000",
                "--bookstore.relay-delay=50ms", "--bookstore.reconcile-cron=-", "--logging.level.root=warn"));
        return arguments;
    }

    private void strike(Fault fault) {
        switch (fault) {
            case STORE -> store.kill(); // kill -9，等它真的结束
            case DATABASE -> assertThat(place.jdbc().sql("""
                    select count(pg_terminate_backend(pid)) from pg_stat_activity
                    where application_name = ?""").param(place.schema())
                    .query(Long.class).single()).isPositive();
            case LINK -> link.cut(1); // 断开，下一次连接也拒绝
            case BROKER -> broker.kill(); // RabbitMQ 的进程，kill -9
        }
    }

    /** 书店不等 RabbitMQ，接着走；几秒之后它才回来。 */
    private void restart(Fault fault) {
        switch (fault) {
            case STORE -> store.restart();
            case BROKER -> broker.start();
            case DATABASE, LINK -> { } // 书店自己会再连
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    /** What a person does: tries again until it works. */
    private static <T> T again(Callable<T> action, Predicate<T> done) {
        AtomicReference<T> last = new AtomicReference<>();
        await(() -> {
            try {
                last.set(action.call());
                return done.test(last.get());
            }
            catch (UncheckedIOException ex) {
                return false; // 连接断了，再来
            }
        });
        return last.get();
    }

    private HttpRequest.Builder as(String user, String path) {
        return HttpRequest.newBuilder(store.uri(path)).header("Content-Type", "application/json")
                .header("Authorization", "Basic " + Base64.getEncoder()
                        .encodeToString((user + ":reading").getBytes(StandardCharsets.UTF_8)));
    }

    private JsonNode post(String user, String path, String key, String body, int status) {
        HttpResponse<String> response = again(() -> Place.send(as(user, path).header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))), answer -> answer.statusCode() == status);
        return JsonMapper.shared().readTree(response.body());
    }

    /** 顾客：下单，去付款，等发货；没有成功就照原样再来一次。 */
    private void buy(String key, boolean notifiedTwice) {
        long order = post("li", "/api/orders", key,
                "{\"items\": {\"9787536692930\": 2, \"9787544270878\": 1}}", 201)
                .get("id").asLong();
        post("li", "/api/orders/" + order + "/payment", key, "", 200);
        notices.addAndGet(notifiedTwice ? 2 : 1);
        place.pay(order, notifiedTwice ? "double" : "normal");
        again(() -> state(key), "SHIPPED"::equals);
    }

    private String state(String key) {
        return place.jdbc().sql("select state from orders where request_key = ?").param(key)
                .query(String.class).optional().orElse("没有");
    }

    private long unsent() {
        return place.count("outbox where sent_at is null");
    }

    /** What the database knows of an order that stands at a step. */
    private static String stateAt(String step) {
        return switch (step) {
            case "checkout.before-commit" -> "没有";
            case "checkout.after-commit", "pay.after-charge", "callback.before-commit" -> "PENDING";
            case "ship.after-commit" -> "SHIPPED";
            default -> "PAID";
        };
    }

    /** A new order, which goes on to this step and stands there; the future is done when it has been shipped. */
    private CompletableFuture<Void> orderAt(String step, Fault fault) {
        // What is still on its way of the orders before must not be taken for this one.
        if (step.startsWith("relay.")) {
            await(() -> unsent() == 0);
        }
        if (step.startsWith("callback.")) {
            await(() -> place.providerOutput().lines().filter(line -> line.endsWith("-> 200")).count() == notices.get());
        }
        String key = UUID.randomUUID().toString();
        CompletableFuture<Void> reached = director.arm(step);
        CompletableFuture<Void> order = CompletableFuture.runAsync(() -> buy(key, fault == Fault.DATABASE), VIRTUAL);
        CompletableFuture.anyOf(reached, order).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(reached).as(step).isCompleted();
        assertThat(state(key)).as(step).isEqualTo(stateAt(step));
        return order;
    }

    @Test
    void everyStep() {
        Set<String> shipped = new HashSet<>();
        try (StoreJars jars = new StoreJars(); Place ownPlace = new Place(); Director asked = new Director();
                OwnBroker ownBroker = new OwnBroker(); TcpProxy proxy = new TcpProxy("127.0.0.1", ownBroker.port())) {
            place = ownPlace;
            director = asked;
            broker = ownBroker;
            link = proxy;
            try (BootProcess started = jars.start(arguments())) {
                store = started;
                for (Fault fault : Fault.values()) {
                    for (List<String> round : ROUNDS) {
                        List<CompletableFuture<Void>> orders = round.stream().map(step -> orderAt(step, fault)).toList();
                        strike(fault);
                        director.goOn();
                        restart(fault);
                        orders.forEach(CompletableFuture::join);
                        round.forEach(step -> shipped.add(fault + step));
                    }
                }
                // 没有记成发过的还要再发一遍
                await(() -> unsent() == 0);
                JsonNode report = post("admin", "/api/reconciliation", "-", "", 200);
                assertThat(report.get("differences").size()).as(report.toString()).isZero();
                assertThat(report.get("healed").asInt()).isZero();
                assertThat(deadLetters()).isZero();
            }
            Recording.check("kill.txt", table(shipped).toString());
            String totals = totals().toString();
            Recording.check("kill-totals.txt", totals);
            assertThat(totals.lines().skip(1)).allSatisfy(line -> {
                String[] cells = line.split(" {2,}");
                assertThat(cells[1]).isEqualTo(cells[2]);
            });
        }
    }

    /** Messages that were given up; {@code null} would be a queue that is gone. */
    private Long deadLetters() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", link.port());
        try {
            return new RabbitAdmin(connections).getQueueInfo(place.brokerPrefix() + "dead").getMessageCount();
        }
        finally {
            connections.destroy();
        }
    }

    private static final Pattern DRAWN = Pattern.compile(
            "font-weight=\"600\">([^<]+)<|data-step=\"([a-z.-]+)\"|>([①-⑨])([^<]+)<");

    @Test
    @DisplayName("图上的九处与测试下手的九处一样，次序也一样")
    void picture() throws IOException {
        String svg = Files.readString(Recording.module().getParent().getParent()
                .resolve("static/img/chapter30-ecommerce-practical/steps.svg"));
        Map<String, String> stages = Map.of("checkout", "下单", "pay", "开付款单", "callback", "支付通知",
                "relay", "发消息", "ship", "发货");
        List<String> drawn = new ArrayList<>();
        String stage = "";
        for (Matcher found = DRAWN.matcher(svg); found.find();) {
            if (found.group(1) != null) {
                stage = found.group(1);
            }
            else if (found.group(2) != null) {
                drawn.add(found.group(2));
                assertThat(stages).containsEntry(found.group(2).split("\\.")[0], stage);
            }
            else {
                assertThat(found.group(3).charAt(0) - '①').isEqualTo(drawn.size() - 1);
                assertThat(found.group(4).contains("之前")).isEqualTo(drawn.getLast().contains(".before-"));
            }
        }
        assertThat(drawn).isEqualTo(STEPS);
        assertThat(svg.chars().filter(each -> each >= '①' && each <= '⑨').count()).isEqualTo(STEPS.size());
    }

    private static Table table(Set<String> shipped) {
        Table table = new Table(Stream.concat(Stream.of("在哪一步"), Stream.of(Fault.values()).map(fault -> fault.name))
                .toArray(String[]::new));
        for (String step : STEPS) {
            table.row(Stream.concat(Stream.of(NAMES.get(step)), Stream.of(Fault.values())
                    .map(fault -> shipped.contains(fault + step) ? "发货了" : "没有")).toArray());
        }
        return table;
    }

    /** 另外数一遍，不用书店自己的对账。 */
    private Table totals() {
        int orders = STEPS.size() * Fault.values().length;
        BigDecimal expected = new BigDecimal("85.50").multiply(BigDecimal.valueOf(orders));
        List<BigDecimal> statement = place.statement().stream().map(entry -> entry.get("amount").decimalValue()).toList();
        assertThat(statement.stream().reduce(BigDecimal.ZERO, BigDecimal::add)).isEqualByComparingTo(expected);
        Table totals = new Table("数一遍", "应该", "实际");
        totals.row("订单", orders, place.count("orders"));
        totals.row("其中已发货", orders, place.count("orders where state = 'SHIPPED'"));
        totals.row("付款（支付方的账单）", orders, statement.size());
        totals.row("付款（书店的账）", orders, place.count("payment where state = 'ACCEPTED'"));
        totals.row("要退或退了的付款", 0, place.count("payment where state <> 'ACCEPTED'"));
        totals.row("发货单", orders, place.count("shipment"));
        totals.row("卖掉的《三体》", orders * 2, place.sum("select sold from stock where isbn = '9787536692930'"));
        totals.row("卖掉的《解忧杂货店》", orders, place.sum("select sold from stock where isbn = '9787544270878'"));
        totals.row("还占着的书", 0, place.sum("select sum(reserved) from stock"));
        totals.row("收到的钱", expected, place.sum("select sum(amount) from payment where state = 'ACCEPTED'"));
        return totals;
    }
}
