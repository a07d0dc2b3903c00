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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.chaos.ChaosApplication;
import com.example.chaos.TcpProxy;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("在一张订单的每一步杀进程、断数据库、断 RabbitMQ，最后账要平")
@RequiresService({Service.POSTGRESQL, Service.REDIS, Service.RABBITMQ})
@Timeout(400)
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
        KILL, DATABASE, BROKER
    }

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

    private Place place;
    private TcpProxy broker;
    private Director director;
    private BootProcess store;
    private final AtomicBoolean dead = new AtomicBoolean();

    private BootProcess startStore() {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(ChaosApplication.class));
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        return BootProcess.of(command).jvmOptions("-XX:+UseSerialGC", "-Xshare:auto")
                .arguments(place.arguments())
                .arguments("--spring.rabbitmq.host=127.0.0.1", "--spring.rabbitmq.port=" + broker.port(),
                        "--chaos.test=" + director.address(), "--bookstore.orders-per-minute=10000",
                        "--bookstore.relay-delay=50ms", "--bookstore.reconcile-cron=-",
                        "--spring.jmx.enabled=false").start();
    }

    // region faults
    private Runnable fault(Fault fault) {
        return switch (fault) {
            case KILL -> () -> {
                store.kill(); // kill -9，等它真的结束
                dead.set(true);
            };
            case DATABASE -> () -> assertThat(place.jdbc().sql("""
                    select count(pg_terminate_backend(pid)) from pg_stat_activity
                    where application_name = ?""").param(place.schema())
                    .query(Long.class).single()).isPositive();
            case BROKER -> () -> broker.cut(1); // 断开，下一次连接也拒绝
        };
    }
    // endregion faults

    /** What a person does: tries again until it works. A dead store is started again. */
    private <T> T again(java.util.concurrent.Callable<T> action, Predicate<T> done) {
        AtomicReference<T> last = new AtomicReference<>();
        Place.await(() -> {
            if (dead.compareAndSet(true, false)) {
                store.restart();
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
        return HttpRequest.newBuilder(store.uri(path)).header("Content-Type", "application/json").header("Authorization",
                "Basic " + Base64.getEncoder().encodeToString((user + ":reading").getBytes(StandardCharsets.UTF_8)));
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

    @Test
    void everyStep() {
        try (Place opened = new Place();
                TcpProxy proxy = new TcpProxy(Service.RABBITMQ.host(), Service.RABBITMQ.port());
                Director directing = new Director()) {
            place = opened;
            broker = proxy;
            director = directing;
            store = startStore();
            try {
                Table table = new Table("在哪一步", "kill -9", "断开数据库", "断开 RabbitMQ");
                for (String step : STEPS) {
                    List<String> row = new ArrayList<>(List.of(NAMES.get(step)));
                    for (Fault fault : Fault.values()) {
                        director.arm(step, fault(fault));
                        buy(fault == Fault.DATABASE ? "double" : "normal");
                        // 发货在提交的时候就看得到，提交之后的那一步还要等一等
                        Place.await(director.happened::get);
                        row.add("发货了");
                    }
                    table.row(row.toArray());
                }
                check(table);
            }
            finally {
                store.close();
            }
        }
    }

    private void check(Table table) {
        Place.await(() -> place.count("outbox where sent_at is null") == 0);
        JsonNode report = post("admin", "/api/reconciliation", "-", "", 200);
        assertThat(report.get("differences").size()).as(report.toString()).isZero();
        assertThat(report.get("healed").asInt()).isZero();
        // 另外数一遍，不用书店自己的对账
        int orders = STEPS.size() * Fault.values().length;
        BigDecimal expected = new BigDecimal("85.50").multiply(BigDecimal.valueOf(orders));
        BigDecimal paidHere = place.sum("select sum(amount) from payment where state = 'ACCEPTED'");
        BigDecimal paidThere = place.statement().stream().map(entry -> entry.get("amount").decimalValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(paidHere).isEqualByComparingTo(paidThere).isEqualByComparingTo(expected);
        Table totals = new Table("数一遍", "应该", "实际");
        totals.row("订单", orders, place.count("orders"));
        totals.row("其中已发货", orders, place.count("orders where state = 'SHIPPED'"));
        totals.row("付款（支付方的账单）", orders, place.statement().size());
        totals.row("付款（书店的账）", orders, place.count("payment"));
        totals.row("发货单", orders, place.count("shipment"));
        totals.row("卖掉的《三体》", orders * 2, place.sum("select sold from stock where isbn = '9787536692930'"));
        totals.row("还占着的书", 0, place.sum("select sum(reserved) from stock"));
        totals.row("收到的钱", expected, paidHere);
        Recording.check("kill.txt", table.toString());
        Recording.check("kill-totals.txt", totals.toString());
        assertThat(totals.toString().lines().skip(1)).allSatisfy(line -> {
            String[] cells = line.split(" {2,}");
            assertThat(cells[1]).isEqualTo(cells[2]);
        });
    }
}
