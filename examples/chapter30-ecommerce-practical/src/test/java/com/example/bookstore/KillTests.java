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
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes the longest, so it begins first: beside another build on two cores 264 s, nearly all of them the start-ups of
 * thirteen stores and ten RabbitMQs. The limit is for a machine half as fast that runs the other classes as well.
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

    private static final Executor VIRTUAL = Thread::startVirtualThread;

    /** Answers the application's questions; at the armed step it does what it was armed with, once. */
    private static final class Director implements AutoCloseable {

        private record Armed(String step, Runnable fault) {
        }

        private final AtomicReference<Armed> armed = new AtomicReference<>();
        private final AtomicBoolean happened = new AtomicBoolean();
        private final HttpServer server;

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
                    Armed now = armed.get();
                    if (now != null && exchange.getRequestURI().getPath().equals("/" + now.step())
                            && armed.compareAndSet(now, null)) {
                        now.fault().run();
                        happened.set(true);
                    }
                    exchange.sendResponseHeaders(204, -1);
                }
            });
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }

        void arm(String step, Runnable fault) {
            happened.set(false);
            armed.set(new Armed(step, fault));
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /**
     * A store with a place of its own, and a RabbitMQ of its own where that is to be killed; some of the faults happen to
     * it. Three of them run side by side, because starting the store nine times and RabbitMQ nine times is what takes the
     * time: one starts the store, one RabbitMQ, and what needs neither does not wait for them.
     */
    private static final class Lane implements AutoCloseable {

        private final StoreJars jars;
        private final List<Fault> faults;
        private final Place place = new Place();
        private final Director director = new Director();
        private final AtomicBoolean dead = new AtomicBoolean();
        private final Map<Fault, List<String>> shipped = new EnumMap<>(Fault.class);
        private @Nullable OwnBroker broker;
        private TcpProxy link;
        private BootProcess store;
        private int storeStarts;
        private CompletableFuture<Void> back = CompletableFuture.completedFuture(null);

        Lane(StoreJars jars, Fault... faults) {
            this.jars = jars;
            this.faults = List.of(faults);
        }

        private void start() {
            broker = faults.contains(Fault.BROKER) ? new OwnBroker() : null;
            link = broker == null ? new TcpProxy(Service.RABBITMQ.host(), Service.RABBITMQ.port())
                    : new TcpProxy("127.0.0.1", broker.port());
            List<String> arguments = new ArrayList<>(List.of(place.arguments()));
            arguments.addAll(List.of("--spring.rabbitmq.host=127.0.0.1", "--spring.rabbitmq.port=" + link.port(),
                    "--chaos.test=" + director.address(), "--bookstore.orders-per-minute=10000",
                    "--bookstore.relay-delay=50ms", "--bookstore.reconcile-cron=-", "--logging.level.root=warn"));
            store = jars.start(arguments);
            storeStarts++;
        }

        private Runnable fault(Fault fault) {
            return switch (fault) {
                case STORE -> () -> {
                    store.kill(); // kill -9，等它真的结束
                    dead.set(true);
                };
                case DATABASE -> () -> assertThat(place.jdbc().sql("""
                        select count(pg_terminate_backend(pid)) from pg_stat_activity
                        where application_name = ?""").param(place.schema())
                        .query(Long.class).single()).isPositive();
                case LINK -> () -> link.cut(1); // 断开，下一次连接也拒绝
                case BROKER -> () -> {
                    broker.kill(); // RabbitMQ 的进程，kill -9
                    // 书店不等它，接着走；几秒之后它才回来
                    back = CompletableFuture.runAsync(broker::start, VIRTUAL);
                };
            };
        }

        /** What a person does: tries again until it works. A dead store is started again. */
        private <T> T again(Callable<T> action, Predicate<T> done) {
            AtomicReference<T> last = new AtomicReference<>();
            Place.await(() -> {
                if (dead.compareAndSet(true, false)) {
                    store.restart();
                    storeStarts++;
                }
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
        private void buy(String how) {
            String key = UUID.randomUUID().toString();
            long order = post("li", "/api/orders", key,
                    "{\"items\": {\"9787536692930\": 2, \"9787544270878\": 1}}", 201)
                    .get("id").asLong();
            post("li", "/api/orders/" + order + "/payment", key, "", 200);
            place.pay(order, how);
            again(() -> place.jdbc().sql("select state from orders where id = ?").param(order)
                    .query(String.class).single(), "SHIPPED"::equals);
        }

        /** One order for each step and each fault. */
        Lane run() {
            start();
            for (String step : STEPS) {
                for (Fault fault : faults) {
                    director.arm(step, fault(fault));
                    buy(fault == Fault.DATABASE ? "double" : "normal");
                    // 发货在提交的时候就看得到，提交之后的那一步还要等一等
                    Place.await(director.happened::get);
                    back.join(); // 被杀的 RabbitMQ 回来了，才轮到下一张
                    shipped.computeIfAbsent(fault, each -> new ArrayList<>()).add("发货了");
                }
            }
            // 最后一次被杀的书店也要再启动，没有记成发过的还要再发一遍
            again(() -> place.count("outbox where sent_at is null"), waiting -> waiting == 0);
            JsonNode report = post("admin", "/api/reconciliation", "-", "", 200);
            assertThat(report.get("differences").size()).as(report.toString()).isZero();
            assertThat(report.get("healed").asInt()).isZero();
            assertThat(deadLetters()).isZero();
            return this;
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

        @Override
        public void close() {
            back.handle((done, failed) -> done).join();
            Stream.of(store, link, broker, director, place).filter(Objects::nonNull).forEach(Lane::end);
        }

        private static void end(AutoCloseable each) {
            try {
                each.close();
            }
            catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    @Test
    void everyStep() throws Exception {
        try (StoreJars jars = new StoreJars();
                Lane store = new Lane(jars, Fault.STORE); Lane broker = new Lane(jars, Fault.BROKER);
                // The database last: after LINK a connection is still to be refused, until the next order needs one.
                Lane connections = new Lane(jars, Fault.LINK, Fault.DATABASE);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Lane> lanes = List.of(store, broker, connections);
            for (Future<Lane> lane : threads.invokeAll(List.<Callable<Lane>>of(store::run, broker::run, connections::run))) {
                lane.get();
            }
            assertThat(store.storeStarts).isEqualTo(1 + STEPS.size());
            assertThat(broker.storeStarts).isEqualTo(1);
            assertThat(connections.storeStarts).isEqualTo(1);
            assertThat(broker.broker.starts()).isEqualTo(1 + STEPS.size());
            Recording.check("kill.txt", table(lanes).toString());
            String totals = totals(lanes).toString();
            Recording.check("kill-totals.txt", totals);
            assertThat(totals.lines().skip(1)).allSatisfy(line -> {
                String[] cells = line.split(" {2,}");
                assertThat(cells[1]).isEqualTo(cells[2]);
            });
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

    private static Table table(List<Lane> lanes) {
        Map<Fault, List<String>> shipped = new EnumMap<>(Fault.class);
        lanes.forEach(lane -> shipped.putAll(lane.shipped));
        Table table = new Table(Stream.concat(Stream.of("在哪一步"), shipped.keySet().stream().map(fault -> fault.name))
                .toArray(String[]::new));
        for (int step = 0; step < STEPS.size(); step++) {
            int number = step;
            table.row(Stream.concat(Stream.of(NAMES.get(STEPS.get(step))),
                    shipped.values().stream().map(column -> column.get(number))).toArray());
        }
        return table;
    }

    /** 另外数一遍，不用书店自己的对账。 */
    private static Table totals(List<Lane> lanes) {
        int orders = STEPS.size() * Fault.values().length;
        BigDecimal expected = new BigDecimal("85.50").multiply(BigDecimal.valueOf(orders));
        List<BigDecimal> statement = lanes.stream().flatMap(lane -> lane.place.statement().stream())
                .map(entry -> entry.get("amount").decimalValue()).toList();
        assertThat(statement.stream().reduce(BigDecimal.ZERO, BigDecimal::add)).isEqualByComparingTo(expected);
        Table totals = new Table("数一遍", "应该", "实际");
        totals.row("订单", orders, count(lanes, "orders"));
        totals.row("其中已发货", orders, count(lanes, "orders where state = 'SHIPPED'"));
        totals.row("付款（支付方的账单）", orders, statement.size());
        totals.row("付款（书店的账）", orders, count(lanes, "payment where state = 'ACCEPTED'"));
        totals.row("要退或退了的付款", 0, count(lanes, "payment where state <> 'ACCEPTED'"));
        totals.row("发货单", orders, count(lanes, "shipment"));
        totals.row("卖掉的《三体》", orders * 2, sum(lanes, "select sold from stock where isbn = '9787536692930'"));
        totals.row("卖掉的《解忧杂货店》", orders, sum(lanes, "select sold from stock where isbn = '9787544270878'"));
        totals.row("还占着的书", 0, sum(lanes, "select sum(reserved) from stock"));
        totals.row("收到的钱", expected, sum(lanes, "select sum(amount) from payment where state = 'ACCEPTED'"));
        return totals;
    }

    private static long count(List<Lane> lanes, String table) {
        return lanes.stream().mapToLong(lane -> lane.place.count(table)).sum();
    }

    private static BigDecimal sum(List<Lane> lanes, String sql) {
        return lanes.stream().map(lane -> lane.place.sum(sql)).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
