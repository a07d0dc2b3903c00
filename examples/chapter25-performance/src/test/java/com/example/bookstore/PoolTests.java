package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

@Timeout(180)
@RequiresService(Service.POSTGRESQL)
@Order(Order.DEFAULT + 2)
@Execution(ExecutionMode.CONCURRENT)
class PoolTests {

    static Patient start(String illness, Postgres postgres, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--bookstore.illness=" + illness,
                "--bookstore.schema=" + postgres.schema(), "--bookstore.gateway-port=" + RunningProgram.freePort()));
        arguments.addAll(List.of(more));
        return Patient.start(BookstoreApplication.class, List.of("-Xmx128m", "-XX:+UseSerialGC", Patient.SHORT_LIVED),
                arguments.toArray(String[]::new));
    }

    /** With tables that are there already, and not too many orders. */
    private static Patient startPrepared(String illness, Postgres postgres, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--spring.sql.init.mode=never"));
        arguments.addAll(List.of(more));
        return start(illness, postgres.withFewOrders(), arguments.toArray(String[]::new));
    }

    private static String line(Patient patient, String start) {
        return patient.output().lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow()
                .replaceAll("waiting=\\d+", "waiting=5").replaceAll("after \\d+ms", "after 1000ms");
    }

    private static Stream<String> visitors(String dump) {
        return Stream.iterate(1, i -> i + 1).limit(8).map(i -> String.join("\n", Patient.thread(dump, "visitor-" + i)));
    }

    @Test
    void missingTimeout() {
        try (Postgres postgres = new Postgres(); Patient patient = startPrepared("gateway", postgres)) {
            patient.awaitSymptom("首页打不开");
            Recording.checkVerbatim("front-page-down.txt", line(patient, "首页打不开") + "\n");

            // A thread that has only just got its connection may still be on its way.
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                List<String> waiting = visitors(patient.ask("Thread.print"))
                        .filter(thread -> thread.contains("PaymentGateway.charge"))
                        .map(thread -> thread.lines().filter(line -> line.contains("State:") || line.contains("com.example.bookstore"))
                                .filter(line -> !line.contains("Visitors")).collect(Collectors.joining("\n"))).toList();
                assertThat(waiting).hasSize(4).containsOnly(waiting.getFirst());
                Recording.check("gateway-threads.txt",
                        "停在 PaymentGateway.charge 的线程：4 个，每个都是\n" + waiting.getFirst());
            });

            Recording.check("gateway-activity.txt", new Table("state", "连接数", "最后一句")
                    .row(postgres.jdbc().queryForList("select state, count(*), query from pg_stat_activity"
                            + " where application_name = ? and pid <> pg_backend_pid() group by state, query", postgres.schema())
                            .stream().flatMap(row -> row.values().stream()).toArray()).toString());

            await().atMost(Duration.ofSeconds(60)).until(() -> patient.output().replaceFirst("(?s).*?thread visitor-", "")
                    .contains("Visitors.repeat") && patient.output().contains("thread visitor-"));
            Recording.check("leak-detection.txt", patient.output().lines()
                    .dropWhile(line -> !line.contains("on thread visitor-"))
                    .takeWhile(line -> !line.contains("Visitors.repeat"))
                    // The patient prints its own lines meanwhile.
                    .filter(line -> line.contains("ProxyLeakTask") || line.startsWith("java.lang.Exception")
                            || line.startsWith("\t") && line.contains("com.example.bookstore"))
                    .map(line -> line.replaceAll("visitor-\\d", "visitor-1").replaceAll(" ~?\\[.*?]$", "")
                            .replaceAll("^.*?: Connection leak", "… WARN … ProxyLeakTask : Connection leak"))
                    .map(line -> line.replaceAll("PgConnection@[0-9a-f]+", "PgConnection@20749d9"))
                    .collect(Collectors.joining("\n")));
        }
    }

    @Test
    void timeoutAndNoConnectionWhileWaiting() {
        try (Postgres postgres = new Postgres();
                Patient patient = startPrepared("gateway-cured", postgres, "--spring.http.clients.read-timeout=300ms")) {
            patient.await("首页打得开").await("首页打得开").await("首页打得开");
            assertThat(patient.output()).doesNotContain("打不开");
            // Its message is "get", "Request cancelled" or none: that of whoever noticed the cancelled future first.
            Recording.check("gateway-timeout.txt", line(patient, "顾客：").replaceFirst("(HttpTimeoutException).*", "$1"));
            assertThat(postgres.jdbc().queryForObject("select count(*) from orders where status = 'UNKNOWN'", Integer.class))
                    .isPositive();
        }
    }

    @Test
    void requiresNew() {
        try (Postgres postgres = new Postgres(); Patient patient = startPrepared("audit", postgres)) {
            patient.awaitSymptom("顾客：").await("首页");
            Recording.checkVerbatim("requires-new.txt", line(patient, "顾客：") + "\n");
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                List<String> inside = visitors(patient.ask("Thread.print"))
                        .filter(thread -> thread.contains("Orders.place(") && thread.contains("HikariPool.getConnection"))
                        .map(thread -> thread.lines().filter(line -> line.contains("HikariPool.getConnection")
                                || line.contains("AuditLog") || line.contains("Orders.place"))
                                .map(line -> line.replaceAll("@[\\d.]+/", "/").replaceAll("\\([^()]*HikariPool.java:\\d+\\)", "(HikariPool.java)"))
                                .distinct().collect(Collectors.joining("\n"))).toList();
                assertThat(inside).hasSize(4).containsOnly(inside.getFirst());
                Recording.check("requires-new-threads.txt",
                        "拿着一个、在等第二个的线程：4 个，每个都有这几行\n" + inside.getFirst());
            });
        }
    }

    @Test
    void oneConnectionIsEnough() {
        try (Postgres postgres = new Postgres(); Patient patient = startPrepared("audit-cured", postgres)) {
            patient.await("首页打得开").await("首页打得开").await("首页打得开");
            assertThat(patient.output()).doesNotContain("打不开").doesNotContain("顾客：");
        }
    }

    @Test
    void theAuditOutlivesTheOrder() {
        try (Postgres postgres = new Postgres().withFewOrders()) {
            JdbcClient jdbc = JdbcClient.create(postgres.dataSource());
            Orders orders = new Orders(jdbc, new AuditLog(jdbc));
            assertThatThrownBy(() -> orders.placeWithOneConnection(null)).isInstanceOf(DataIntegrityViolationException.class);
            assertThat(postgres.jdbc().queryForList("select entry from audit", String.class)).containsExactly("下单 null");

            // In a transaction of the caller's it goes with the order.
            TransactionTemplate caller = new TransactionTemplate(new DataSourceTransactionManager(postgres.dataSource()));
            assertThatThrownBy(() -> caller.executeWithoutResult(transaction -> orders.placeWithOneConnection(null)))
                    .isInstanceOf(DataIntegrityViolationException.class);
            assertThat(postgres.jdbc().queryForList("select entry from audit", String.class)).hasSize(1);
        }
    }

    /** Only a declined payment is known not to be taken; and an order that does not exist does not go unnoticed. */
    @Test
    void paymentsThatGoWrong() throws IOException {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger charged = new AtomicInteger();
        AtomicInteger answer = new AtomicInteger();
        gateway.createContext("/", exchange -> {
            charged.incrementAndGet();
            exchange.sendResponseHeaders(answer.get(), -1);
            exchange.close();
        });
        gateway.start();
        try (Postgres postgres = new Postgres().withFewOrders()) {
            Payments payments = new Payments(JdbcClient.create(postgres.dataSource()),
                    new PaymentGateway(RestClient.builder(), "http://localhost:" + gateway.getAddress().getPort()));
            Map<Integer, String> noted = new TreeMap<>();
            // 202 and 302 are no failures to the client, yet neither says that the money was taken.
            for (int status : List.of(202, 302, 400, 402, 409, 429, 500, 503)) {
                answer.set(status);
                assertThatThrownBy(() -> payments.payWithoutConnection(7)).isInstanceOf(RestClientException.class);
                noted.put(status, postgres.jdbc().queryForObject("select status from orders where id = 7", String.class));
            }
            assertThat(noted).containsEntry(402, "DECLINED").hasSize(8);
            noted.remove(402);
            assertThat(noted.values()).containsOnly("UNKNOWN");
            assertThatThrownBy(() -> payments.payWithoutConnection(-1)).hasMessage("没有订单 -1");
            assertThat(charged).hasValue(8);
        }
        finally {
            gateway.stop(0);
        }
    }

    /** The cure holds no connection at the gateway, unless its caller has a transaction. */
    @Test
    void theCallersTransactionHoldsItAgain() throws IOException {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        List<Integer> borrowed = new CopyOnWriteArrayList<>();
        HikariConfig config = new HikariConfig();
        try (Postgres postgres = new Postgres().withFewOrders()) {
            config.setJdbcUrl(postgres.url());
            config.setMaximumPoolSize(2);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                gateway.createContext("/", exchange -> {
                    borrowed.add(pool.getHikariPoolMXBean().getActiveConnections());
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
                gateway.start();
                Payments payments = new Payments(JdbcClient.create(pool),
                        new PaymentGateway(RestClient.builder(), "http://localhost:" + gateway.getAddress().getPort()));
                payments.payWithoutConnection(7);
                new TransactionTemplate(new DataSourceTransactionManager(pool))
                        .executeWithoutResult(transaction -> payments.payWithoutConnection(7));
            }
            assertThat(borrowed).containsExactly(0, 1);
        }
        finally {
            gateway.stop(0);
        }
    }

    /** The money is taken, and the program does not get to write it down. */
    @Test
    void chargedButNotNoted() throws IOException {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger charged = new AtomicInteger();
        gateway.createContext("/", exchange -> {
            charged.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        gateway.start();
        try (Postgres postgres = new Postgres().withFewOrders()) {
            postgres.jdbc().execute("alter table orders add check (status <> 'PAID') not valid");
            Payments payments = new Payments(JdbcClient.create(postgres.dataSource()),
                    new PaymentGateway(RestClient.builder(), "http://localhost:" + gateway.getAddress().getPort()));
            assertThatThrownBy(() -> payments.payWithoutConnection(7)).isInstanceOf(DataIntegrityViolationException.class);
            assertThat(charged).hasValue(1);
            assertThat(postgres.jdbc().queryForObject("select status from orders where id = 7", String.class)).isEqualTo("PAYING");
        }
        finally {
            gateway.stop(0);
        }
    }

    /** What the cure does not do: both are at the gateway before either has an answer. */
    @Test
    void paidTwiceAtOnceIsChargedTwice() throws Exception {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        CountDownLatch bothCharging = new CountDownLatch(2);
        gateway.createContext("/charges/7", exchange -> {
            bothCharging.countDown();
            try {
                exchange.sendResponseHeaders(bothCharging.await(30, TimeUnit.SECONDS) ? 200 : 500, -1);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        try (Postgres postgres = new Postgres().withFewOrders(); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            gateway.setExecutor(threads);
            gateway.start();
            Payments payments = new Payments(JdbcClient.create(postgres.dataSource()),
                    new PaymentGateway(RestClient.builder(), "http://localhost:" + gateway.getAddress().getPort()));
            Future<?> first = threads.submit(() -> payments.payWithoutConnection(7));
            Future<?> second = threads.submit(() -> payments.payWithoutConnection(7));
            first.get();
            second.get();
            assertThat(bothCharging.getCount()).isZero();
        }
        finally {
            gateway.stop(0);
        }
    }

    /** Eight threads, each of which takes a second connection while it holds the first. */
    @ParameterizedTest
    @CsvSource({"8, 8", "9, 0"})
    void poolSizeForTwoConnections(int size, int failing) throws Exception {
        HikariConfig config = new HikariConfig();
        try (Postgres postgres = new Postgres()) {
            config.setJdbcUrl(postgres.url());
            config.setMaximumPoolSize(size);
            config.setConnectionTimeout(2000);
            try (HikariDataSource pool = new HikariDataSource(config);
                    ExecutorService threads = Executors.newFixedThreadPool(8)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> pool.getHikariPoolMXBean().getTotalConnections() == size);
                CountDownLatch allHoldOne = new CountDownLatch(8);
                List<Future<Boolean>> tasks = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    tasks.add(threads.submit(() -> second(pool, allHoldOne)));
                }
                int failed = 0;
                for (Future<Boolean> task : tasks) {
                    failed += task.get() ? 0 : 1;
                }
                assertThat(failed == 0).isEqualTo(failing == 0);
            }
        }
    }

    private static boolean second(HikariDataSource pool, CountDownLatch allHoldOne) throws SQLException, InterruptedException {
        try (Connection first = pool.getConnection()) {
            allHoldOne.countDown();
            allHoldOne.await();
            try (Connection second = pool.getConnection()) {
                return second.isValid(1) && first.isValid(1);
            }
            catch (SQLTransientConnectionException ex) {
                return false;
            }
        }
    }

    @Test
    void hikariWantsMilliseconds() {
        List<String> command = ConsoleRun.javaCommand(BookstoreApplication.class, "--spring.datasource.hikari.connection-timeout=1s");
        command.addAll(1, List.of(Patient.SHORT_LIVED, "-XX:+UseSerialGC"));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("hikari-duration.txt", run.output().lines().dropWhile(line -> !line.startsWith("Description"))
                .takeWhile(line -> !line.startsWith("Action")).filter(line -> !line.isBlank()).collect(Collectors.joining("\n")));
    }

    @Test
    void noSuchIllness() {
        assertThatThrownBy(() -> new Visitors(null, null, null, "flu").run(null)).hasMessage("没有这种病：flu");
    }
}
