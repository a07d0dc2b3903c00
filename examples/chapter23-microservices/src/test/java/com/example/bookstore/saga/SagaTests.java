package com.example.bookstore.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.bookstore.Http;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** The saga on PostgreSQL, cut off wherever it can be; afterwards all orders are checked. */
@RequiresService(Service.POSTGRESQL)
@ResourceLock(Http.LOG)
class SagaTests {

    private static final String SCHEMA = "chapter23_" + UUID.randomUUID().toString().substring(0, 8);
    private static final int STOCK = 1000;

    private static ConfigurableApplicationContext application;
    private static JdbcClient jdbc;
    private static TransactionOperations transaction;

    private final Map<String, Integer> visits = new HashMap<>();

    private static String url() {
        return "jdbc:postgresql://%s:%d/postgres?user=postgres&currentSchema=%s&ApplicationName=chapter23"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), SCHEMA);
    }

    @BeforeAll
    static void start() {
        DriverManagerDataSource database = new DriverManagerDataSource(url());
        JdbcClient.create(database).sql("create schema " + SCHEMA).update();
        new ResourceDatabasePopulator(new ClassPathResource("saga.sql")).execute(database);
        // The relay of this one sleeps: the tests take each step themselves.
        application = SagaApplication.builder().run("--server.port=0", "--spring.datasource.url=" + url(),
                "--bookstore.relay-delay=1d");
        jdbc = application.getBean(JdbcClient.class);
        transaction = application.getBean(TransactionOperations.class);
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
        JdbcClient.create(new DriverManagerDataSource(url())).sql("drop schema " + SCHEMA + " cascade").update();
    }

    @BeforeEach
    void fresh() {
        jdbc.sql("truncate outbox, saga_order, stock, reservation, account, payment").update();
        jdbc.sql("insert into stock values ('111', ?), ('sold-out', 0)").param(STOCK).update();
        jdbc.sql("insert into account values ('rich', 100000000), ('poor', 0)").update();
    }

    /** Nothing after it runs, as if the process had been killed. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private interface Cut {
        void at(String point, String orderId);
    }

    private static Saga saga(Cut cut) {
        Stock stock = new Stock(jdbc, transaction) {
            @Override
            public boolean reserve(String orderId, String isbn) {
                cut.at("RESERVE before", orderId);
                boolean reply = super.reserve(orderId, isbn);
                cut.at("RESERVE after", orderId);
                return reply;
            }

            @Override
            public void release(String orderId, String isbn) {
                cut.at("RELEASE before", orderId);
                super.release(orderId, isbn);
                cut.at("RELEASE after", orderId);
            }
        };
        Cashier cashier = new Cashier(jdbc, transaction) {
            @Override
            public boolean charge(String orderId, String customer, int cents) {
                cut.at("CHARGE before", orderId);
                boolean reply = super.charge(orderId, customer, cents);
                cut.at("CHARGE after", orderId);
                return reply;
            }
        };
        return new Saga(jdbc, transaction, stock, cashier, application.getBean(OutboxTrace.class));
    }

    private static Saga saga() {
        return saga((point, order) -> { });
    }

    private static void placeTwelve() {
        for (int i = 0; i < 12; i++) {
            saga().place(new Saga.NewOrder("o" + i, i % 4 == 3 ? "sold-out" : "111", i % 3 == 1 ? "poor" : "rich", 100));
        }
    }

    /** Runs until nothing is left, starting again after each cut. */
    private static int finish(Cut cut) {
        int cuts = 0;
        while (true) {
            try {
                saga(cut).drain();
                return cuts;
            }
            catch (Killed killed) {
                cuts++;
            }
        }
    }

    private static int count(String sql) {
        return jdbc.sql("select count(*) from " + sql).query(Integer.class).single();
    }

    /** All orders: final state, money and stock agree. */
    private static void everyOrderIsConsistent(int orders) {
        assertThat(count("saga_order")).isEqualTo(orders);
        assertThat(count("outbox")).isZero();
        assertThat(count("saga_order where state not in ('CONFIRMED', 'CANCELLED')")).isZero();
        assertThat(count("""
                saga_order o left join payment p on p.order_id = o.id left join reservation r on r.order_id = o.id
                where (o.state = 'CONFIRMED') is distinct from (coalesce(p.outcome, '') = 'PAID')
                   or (o.state = 'CONFIRMED') is distinct from (coalesce(r.state, '') = 'HELD')"""))
                .as("订单、收款、库存说法不一的").isZero();
        int confirmed = count("saga_order where state = 'CONFIRMED'");
        assertThat(jdbc.sql("select left_over from stock where isbn = '111'").query(Integer.class).single())
                .isEqualTo(STOCK - confirmed);
        assertThat(jdbc.sql("select 100000000 - balance from account where customer = 'rich'").query(Integer.class)
                .single()).isEqualTo(100 * confirmed);
    }

    @ParameterizedTest
    @CsvSource({"RESERVE before", "RESERVE after", "CHARGE before", "CHARGE after", "RELEASE before", "RELEASE after"})
    void cutOffAt(String point) {
        placeTwelve();
        int cuts = finish((here, order) -> {
            if (here.equals(point) && visits.merge(order, 1, Integer::sum) == 1) {
                throw new Killed();
            }
        });
        assertThat(cuts).isPositive();
        everyOrderIsConsistent(12);
    }

    @Test
    void cutOffEverywhere() {
        placeTwelve();
        Map<String, Integer> cutsAt = new java.util.LinkedHashMap<>();
        int cuts = finish((here, order) -> {
            if (visits.merge(here + order, 1, Integer::sum) == 1) {
                cutsAt.merge(here, 1, Integer::sum);
                throw new Killed();
            }
        });
        everyOrderIsConsistent(12);
        Table table = new Table("在哪里被打断", "次数");
        for (String step : List.of("RESERVE", "CHARGE", "RELEASE")) {
            table.row(step + " 调用之前", cutsAt.get(step + " before"));
            table.row(step + " 做完了，没来得及记", cutsAt.get(step + " after"));
        }
        Recording.checkVerbatim("saga.txt", table + "\n一共被打断 " + cuts + " 次，12 张订单："
                + count("saga_order where state = 'CONFIRMED'") + " 张成交，"
                + count("saga_order where state = 'CANCELLED'") + " 张取消，说法不一的 0 张\n");
    }

    @Test
    void processKilledTwice() throws Exception {
        try (BootProcess process = BootProcess.of(SagaApplication.class).jvmOptions("-Xmx128m", "-XX:+UseSerialGC")
                .arguments("--spring.config.name=saga", "--spring.datasource.url=" + url(),
                        "--bookstore.relay-delay=1ms").start()) {
            for (int round = 0; round < 2; round++) {
                int before = finished();
                placeHundred(round);
                await(() -> finished() > before); // it is in the middle of the hundred
                process.kill();
                process.restart();
            }
            placeHundred(2);
            await(() -> finished() == 300);
        }
        everyOrderIsConsistent(300);
    }

    private static void placeHundred(int round) {
        for (int i = 0; i < 100; i++) {
            saga().place(new Saga.NewOrder("p" + round + "-" + i, "111", i % 3 == 1 ? "poor" : "rich", 100));
        }
    }

    private static int finished() {
        return count("saga_order where state in ('CONFIRMED', 'CANCELLED')");
    }

    private static void await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        long limit = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(limit);
            Thread.sleep(5);
        }
    }

    @Test
    void fourRelaysAtOnce() throws Exception {
        for (int i = 0; i < 100; i++) {
            saga().place(new Saga.NewOrder("m" + i, i % 4 == 3 ? "sold-out" : "111", i % 3 == 1 ? "poor" : "rich", 100));
        }
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService relays = Executors.newFixedThreadPool(4)) {
            List<Future<?>> ended = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ended.add(relays.submit(() -> {
                    go.await();
                    saga((point, order) -> calls.addAndGet(point.endsWith("before") ? 1 : 0)).drain();
                    return null;
                }));
            }
            go.countDown();
            for (Future<?> each : ended) {
                each.get(90, TimeUnit.SECONDS);
            }
        }
        assertThat(calls.get()).as("有的命令做了不止一次").isGreaterThan(200);
        everyOrderIsConsistent(100);
    }

    @Test
    void callThenSaveLosesTheOrder() {
        Stock stock = new Stock(jdbc, transaction);
        Cashier cashier = new Cashier(jdbc, transaction);
        int killed = 0;
        for (int i = 0; i < 12; i++) {
            String id = "n" + i;
            stock.reserve(id, "111");
            cashier.charge(id, "rich", 100);
            if (i % 4 == 0) {
                killed++; // the process ends here; nobody remembers this order
                continue;
            }
            jdbc.sql("insert into saga_order values (?, '111', 'rich', 100, 'CONFIRMED')").param(id).update();
        }
        int paidWithoutOrder = count("payment p where not exists (select 1 from saga_order o where o.id = p.order_id)");
        assertThat(paidWithoutOrder).isEqualTo(killed).isEqualTo(3);
        Recording.checkVerbatim("call-then-save.txt", new Table("收了钱", "有订单", "收了钱没有订单")
                .row(count("payment"), count("saga_order"), paidWithoutOrder).toString());
    }

    @Test
    void placeIsAllOrNothing() {
        saga().place(new Saga.NewOrder("twice", "111", "rich", 100));
        assertThat(catchThrowable(() -> saga().place(new Saga.NewOrder("twice", "111", "rich", 100))))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(count("outbox")).isEqualTo(1);

        // The command cannot be written, after the order has been: PostgreSQL takes no zero byte.
        OutboxTrace unwritable = new OutboxTrace(application.getBean(Tracer.class), application.getBean(Propagator.class)) {
            @Override
            public String current() {
                return "\0";
            }
        };
        Saga saga = new Saga(jdbc, transaction, new Stock(jdbc, transaction), new Cashier(jdbc, transaction), unwritable);
        assertThatThrownBy(() -> saga.place(new Saga.NewOrder("half", "111", "rich", 100)))
                .isInstanceOf(DataAccessException.class).hasMessageContaining("insert into outbox");
        assertThat(count("saga_order where id = 'half'")).isZero();
        assertThatThrownBy(() -> new Saga.NewOrder("x", "111", "rich", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deadServiceKeepsTheCommand() {
        saga().place(new Saga.NewOrder("waits", "111", "rich", 100));
        saga((point, order) -> {
            if (point.equals("CHARGE before")) {
                throw new IllegalStateException("支付服务没有答复");
            }
        }).drain();
        assertThat(jdbc.sql("select state from saga_order").query(String.class).single()).isEqualTo("RESERVED");
        assertThat(count("outbox where command = 'CHARGE'")).isEqualTo(1);
        saga().drain();
        everyOrderIsConsistent(1);
    }

    @Test
    void compensationTwiceReleasesOnce() {
        Stock stock = new Stock(jdbc, transaction);
        assertThat(stock.reserve("c", "111")).isTrue();
        stock.release("c", "111");
        stock.release("c", "111");
        assertThat(jdbc.sql("select left_over from stock where isbn = '111'").query(Integer.class).single())
                .isEqualTo(STOCK);
    }

    @Test
    void reservedAgainAfterTheCompensationIsRefused() {
        Stock stock = new Stock(jdbc, transaction);
        assertThat(stock.reserve("c", "111")).isTrue();
        assertThat(stock.reserve("c", "111")).as("取消之前，答复与第一次相同").isTrue();
        stock.release("c", "111");
        assertThat(stock.reserve("c", "111")).as("取消之后").isFalse();
        assertThat(left("111")).isEqualTo(STOCK);
    }

    private static int left(String isbn) {
        return jdbc.sql("select left_over from stock where isbn = ?").param(isbn).query(Integer.class).single();
    }

    @Test
    void noStockIsRemembered() {
        Stock stock = new Stock(jdbc, transaction);
        assertThat(stock.reserve("early", "sold-out")).isFalse();
        jdbc.sql("update stock set left_over = 1 where isbn = 'sold-out'").update();
        assertThat(stock.reserve("early", "sold-out")).as("同一张订单再来，答复与第一次相同").isFalse();
        assertThat(stock.reserve("later", "sold-out")).isTrue();
        stock.release("early", "sold-out");
        assertThat(left("sold-out")).as("没有占到的，没有可放的").isZero();
    }

    @Test
    void releaseGivesBackTheBookThatWasTaken() {
        Stock stock = new Stock(jdbc, transaction);
        assertThat(stock.reserve("c", "111")).isTrue();
        stock.release("c", "sold-out"); // the caller is wrong about the book
        assertThat(left("111")).isEqualTo(STOCK);
        assertThat(left("sold-out")).isZero();
    }

    @Test
    void compensationBeforeTheActionWins() throws Exception {
        Stock stock = new Stock(jdbc, transaction);
        stock.release("late", "111");
        assertThat(stock.reserve("late", "111")).as("迟到的占库存").isFalse();
        assertThat(jdbc.sql("select left_over from stock where isbn = '111'").query(Integer.class).single())
                .isEqualTo(STOCK);
        bothAtOnce();
    }

    /** The compensation comes while the reservation is written, but not committed. */
    private static void bothAtOnce() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        TransactionOperations slow = new TransactionOperations() {
            @Override
            public <T> T execute(TransactionCallback<T> action) {
                return transaction.execute(status -> {
                    T result = action.doInTransaction(status);
                    written.countDown();
                    try {
                        commit.await(60, TimeUnit.SECONDS);
                    }
                    catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                    return result;
                });
            }
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Boolean> reserve = threads.submit(() -> new Stock(jdbc, slow).reserve("both", "111"));
            try {
                assertThat(written.await(60, TimeUnit.SECONDS)).isTrue();
                Future<?> release = threads.submit(() -> new Stock(jdbc, transaction).release("both", "111"));
                await(() -> release.isDone() || count("""
                        pg_stat_activity where application_name = 'chapter23' and wait_event_type = 'Lock'
                        and query like '%reservation%'""") > 0);
                commit.countDown();
                assertThat(reserve.get(60, TimeUnit.SECONDS)).isTrue();
                release.get(60, TimeUnit.SECONDS);
            }
            finally {
                commit.countDown();
            }
        }
        assertThat(left("111")).as("同时到的补偿也放回去了").isEqualTo(STOCK);
        assertThat(new Stock(jdbc, transaction).reserve("both", "111")).isFalse();
    }

    @Test
    void traceCrossesTheOutbox() {
        Tracer tracer = application.getBean(Tracer.class);
        Span customer = tracer.nextSpan().name("customer").start();
        String id = customer.context().traceId();
        try (Tracer.SpanInScope scope = tracer.withSpan(customer)) {
            saga().place(new Saga.NewOrder("traced", "111", "rich", 100));
        }
        finally {
            customer.end();
        }
        List<String> seen = new ArrayList<>();
        Cut look = (point, order) -> seen.add(tracer.currentSpan().context().traceId());
        saga(look).step();
        String mended = seen.getFirst();
        jdbc.sql("update outbox set traceparent = null").update();
        saga(look).step();
        String broken = seen.getLast();
        assertThat(mended).isEqualTo(id);
        assertThat(broken).isNotEqualTo(id);
        Recording.checkVerbatim("trace-outbox.txt", new Table("发件箱的 traceparent", "做命令时的追踪编号")
                .row("记下了", "与下单时相同").row("没有记", "另一个，线断了").toString());
    }
}
