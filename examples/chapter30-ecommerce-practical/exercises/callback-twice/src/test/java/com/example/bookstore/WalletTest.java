package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

class WalletTest {

    private static final BigDecimal FIFTY = new BigDecimal("50.00");

    private JdbcConnectionPool database;
    private JdbcTemplate jdbc;
    private Wallet wallet;

    @BeforeEach
    void start() {
        // In this mode H2 also knows "on conflict do nothing", though not with columns as the chapter writes it.
        database = JdbcConnectionPool.create("jdbc:h2:mem:" + System.nanoTime() + ";MODE=PostgreSQL;DB_CLOSE_DELAY=-1",
                "sa", "");
        database.setMaxConnections(20);
        jdbc = new JdbcTemplate(database);
        jdbc.execute("create table payment (id varchar(40) primary key)");
        jdbc.execute("create table wallet (customer varchar(40) primary key, balance numeric(10, 2) not null)");
        jdbc.execute("insert into wallet values ('li', 0), ('wang', 0)");
        wallet = new Wallet(database);
    }

    @AfterEach
    void stop() {
        jdbc.execute("shutdown");
        database.dispose();
    }

    private interface Instance {
        void received(String payment, String customer, BigDecimal amount) throws Exception;
    }

    /** Its classes are its own, as in another process: what is static in them is not shared with the others. */
    private Instance another() throws ReflectiveOperationException {
        Class<?> type = new ClassLoader(Wallet.class.getClassLoader()) {

            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith(Wallet.class.getPackageName())) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded != null ? loaded : define(name);
                }
            }

            private Class<?> define(String name) throws ClassNotFoundException {
                try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = file.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                }
                catch (IOException ex) {
                    throw new ClassNotFoundException(name, ex);
                }
            }
        }.loadClass(Wallet.class.getName());
        Object wallet = type.getConstructor(DataSource.class).newInstance(database);
        Method received = type.getMethod("received", String.class, String.class, BigDecimal.class);
        return (payment, customer, amount) -> {
            try {
                received.invoke(wallet, payment, customer, amount);
            }
            catch (InvocationTargetException ex) {
                throw ex.getCause() instanceof Exception thrown ? thrown : ex;
            }
        };
    }

    @Test
    @DisplayName("来一次，加一次；不同的两笔都加")
    void once() {
        wallet.received("pay-1", "li", FIFTY);
        wallet.received("pay-2", "li", FIFTY);
        assertThat(wallet.balance("li")).isEqualByComparingTo("100.00");
    }

    @Test
    @DisplayName("一条接一条来三次，只加一次")
    void oneAfterAnother() {
        for (int i = 0; i < 3; i++) {
            wallet.received("pay-1", "li", FIFTY);
        }
        assertThat(wallet.balance("li")).isEqualByComparingTo("50.00");
    }

    @Test
    @DisplayName("二十条同时来，落在不同的实例上，只加一次，谁也不报错")
    void together() throws Exception {
        for (int round = 0; round < 10; round++) {
            String payment = "pay-" + round;
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> calls = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(20)) {
                for (int i = 0; i < 20; i++) {
                    Instance instance = another();
                    calls.add(threads.submit(() -> {
                        start.await();
                        instance.received(payment, "li", FIFTY);
                        return null;
                    }));
                }
                start.countDown();
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
        assertThat(wallet.balance("li")).isEqualByComparingTo("500.00");
    }

    @Test
    @DisplayName("没有加成的，不记成来过：顾客建好之后再来，还能加")
    void failedIsNotRemembered() {
        assertThatThrownBy(() -> wallet.received("pay-1", "zhao", FIFTY)).isInstanceOf(IllegalArgumentException.class);
        jdbc.execute("insert into wallet values ('zhao', 0)");
        wallet.received("pay-1", "zhao", FIFTY);
        assertThat(wallet.balance("zhao")).isEqualByComparingTo("50.00");
    }
}
