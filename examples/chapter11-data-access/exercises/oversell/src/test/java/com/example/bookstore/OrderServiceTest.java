package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class OrderServiceTest {

    private static final int BUYERS = 8;

    private final HikariDataSource pool = new HikariDataSource();
    private JdbcClient jdbc;
    private TransactionTemplate transaction;

    @BeforeEach
    void fiveCopies() {
        pool.setJdbcUrl("jdbc:h2:mem:oversell;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
        pool.setMaximumPoolSize(BUYERS);
        jdbc = JdbcClient.create(pool);
        transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        jdbc.sql("drop all objects").update();
        jdbc.sql("create table book (id bigint primary key, stock int not null)").update();
        jdbc.sql("create table purchase (customer varchar(50), book_id bigint, copies int)").update();
        jdbc.sql("insert into book values (1, 5)").update();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private int stock() {
        return jdbc.sql("select stock from book where id = 1").query(Integer.class).single();
    }

    private int purchases() {
        return jdbc.sql("select count(*) from purchase").query(Integer.class).single();
    }

    /** 等大家都到了才放行；别人被锁在外面、来不了的，等半秒也放行。 */
    private static final class MeetingPoint implements PaymentGateway {

        private final CountDownLatch arrivals = new CountDownLatch(BUYERS);
        private final CountDownLatch open = new CountDownLatch(1);
        private final AtomicInteger charged = new AtomicInteger();

        @Override
        public void charge(String customer, int copies) {
            arrivals.countDown();
            try {
                if (open.getCount() > 0) {
                    arrivals.await(500, TimeUnit.MILLISECONDS);
                    open.countDown();
                }
            }
            catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            charged.incrementAndGet();
        }
    }

    private interface Instance {

        boolean order(String customer, long bookId, int copies);
    }

    /** 另一台机器上的实例：代码由另一个类加载器装进来，静态的锁与变量也不共用。 */
    private Instance elsewhere(PaymentGateway payments) throws ReflectiveOperationException {
        URL classes = OrderService.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader loader = new URLClassLoader(new URL[] {classes}, OrderService.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("com.example.bookstore.") && !name.equals(PaymentGateway.class.getName())) {
                    synchronized (getClassLoadingLock(name)) {
                        Class<?> loaded = findLoadedClass(name);
                        return loaded != null ? loaded : findClass(name);
                    }
                }
                return super.loadClass(name, resolve);
            }
        };
        Object service = loader.loadClass(OrderService.class.getName())
                .getConstructor(JdbcClient.class, TransactionTemplate.class, PaymentGateway.class)
                .newInstance(jdbc, transaction, payments);
        Method order = service.getClass().getMethod("order", String.class, long.class, int.class);
        return (customer, bookId, copies) -> {
            try {
                return (boolean) order.invoke(service, customer, bookId, copies);
            }
            catch (IllegalAccessException | InvocationTargetException ex) {
                throw new IllegalStateException(ex);
            }
        };
    }

    @Test
    @DisplayName("够就卖，不够就不卖，也不收钱")
    void oneBuyer() {
        AtomicInteger charged = new AtomicInteger();
        OrderService orders = new OrderService(jdbc, transaction, (customer, copies) -> charged.addAndGet(copies));
        assertThat(orders.order("小明", 1, 4)).isTrue();
        assertThat(orders.order("小红", 1, 4)).isFalse();
        assertThat(stock()).isEqualTo(1);
        assertThat(charged).hasValue(4);
        assertThat(purchases()).isEqualTo(1);
    }

    @Test
    @DisplayName("两个实例上 8 个人同时买 5 本：恰好卖出 5 本，收 5 次钱，记 5 张单")
    void eightBuyers() throws ReflectiveOperationException {
        MeetingPoint payments = new MeetingPoint();
        // 书店开着两个实例：只在一个实例里排队，拦不住另一个
        List<Instance> orders = List.of(new OrderService(jdbc, transaction, payments)::order, elsewhere(payments));
        try (ExecutorService buyers = Executors.newFixedThreadPool(BUYERS)) {
            List<CompletableFuture<Boolean>> results = IntStream.range(0, BUYERS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> orders.get(i % 2).order("读者 " + i, 1, 1), buyers))
                    .toList();
            assertThat(results.stream().filter(CompletableFuture::join)).hasSize(5);
        }
        assertThat(stock()).isZero();
        assertThat(payments.charged).hasValue(5);
        assertThat(purchases()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -3, Integer.MIN_VALUE})
    @DisplayName("本数不大于 0：不卖，不收钱，库存也不会多出来")
    void notPositive(int copies) {
        AtomicInteger charges = new AtomicInteger();
        OrderService orders = new OrderService(jdbc, transaction, (customer, n) -> charges.incrementAndGet());
        assertThat(orders.order("小明", 1, copies)).isFalse();
        assertThat(stock()).isEqualTo(5);
        assertThat(charges).hasValue(0);
        assertThat(purchases()).isZero();
    }

    @Test
    @DisplayName("付款被拒：库存还回去，不留订单")
    void refused() {
        OrderService orders = new OrderService(jdbc, transaction, (customer, copies) -> {
            throw new IllegalStateException("余额不足");
        });
        assertThatThrownBy(() -> orders.order("小明", 1, 1)).hasMessage("余额不足");
        assertThat(stock()).isEqualTo(5);
        assertThat(purchases()).isZero();
    }

    /** 有的答案里后来的人要等前一个结束：等不到就不等了。 */
    private static void awaitHalfASecond(CompletableFuture<Boolean> bought) {
        try {
            bought.get(500, TimeUnit.MILLISECONDS);
        }
        catch (TimeoutException ex) {
            // 他在等前一个人的行锁
        }
        catch (InterruptedException | ExecutionException ex) {
            throw new AssertionError(ex);
        }
    }

    @Test
    @DisplayName("付款被拒的时候，别人正好买走一本：退回去的只是自己扣的那一本")
    void refusedWhileAnotherBuys() {
        AtomicReference<OrderService> orders = new AtomicReference<>();
        AtomicReference<CompletableFuture<Boolean>> another = new AtomicReference<>();
        try (ExecutorService buyer = Executors.newSingleThreadExecutor()) {
            orders.set(new OrderService(jdbc, transaction, (customer, copies) -> {
                if (customer.equals("小明")) {
                    another.set(CompletableFuture.supplyAsync(() -> orders.get().order("小红", 1, 1), buyer));
                    awaitHalfASecond(another.get());
                    throw new IllegalStateException("余额不足");
                }
            }));
            assertThatThrownBy(() -> orders.get().order("小明", 1, 1)).hasMessage("余额不足");
            assertThat(another.get().join()).isTrue();
        }
        assertThat(stock()).isEqualTo(4);
        assertThat(purchases()).isEqualTo(1);
    }
}
