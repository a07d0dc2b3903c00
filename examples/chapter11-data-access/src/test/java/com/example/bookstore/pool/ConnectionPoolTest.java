package com.example.bookstore.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.support.Database;
import com.example.bookstore.support.TestDatabase;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class ConnectionPoolTest {

    private static HikariDataSource pool(int size) {
        HikariDataSource pool = Database.H2.pool(size);
        pool.setConnectionTimeout(250);
        return pool;
    }

    @Test
    @DisplayName("连接都借出去了：等到 connectionTimeout，然后报错")
    void exhausted() throws SQLException {
        try (HikariDataSource pool = pool(1); Connection borrowed = pool.getConnection()) {
            JdbcClient jdbc = JdbcClient.create(pool);
            Throwable thrown = catchThrowable(
                    () -> jdbc.sql("select 1").query().singleValue());
            Recording.check("pool-exhausted.txt", thrown);
        }
    }

    /** Each thread holds one connection, all meet, and then each asks for a second one. */
    private static long failuresOfRequiresNew(int threads, int poolSize) {
        try (HikariDataSource pool = Database.H2.pool(poolSize)) {
            // Long enough for every thread's first connection; without one it never arrives.
            pool.setConnectionTimeout(5000);
            JdbcTransactionManager manager = new JdbcTransactionManager(pool);
            TransactionTemplate outer = new TransactionTemplate(manager);
            TransactionTemplate inner = new TransactionTemplate(manager);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            CyclicBarrier allHoldOne = new CyclicBarrier(threads);
            List<CompletableFuture<Void>> orders = IntStream.range(0, threads)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> outer.executeWithoutResult(status -> {
                                await(allHoldOne);
                                inner.executeWithoutResult(audit -> { });
                            }), task -> Thread.ofPlatform().start(task)))
                    .toList();
            return orders.stream().map(order -> catchThrowable(order::join))
                    .filter(thrown -> thrown != null
                            && thrown.getCause() instanceof CannotCreateTransactionException)
                    .count();
        }
    }

    @Test
    @DisplayName("REQUIRES_NEW 每层多占一个连接：4 个线程、4 个连接，谁也等不到第二个")
    void requiresNewNeedsASecondConnection() {
        assertThat(failuresOfRequiresNew(4, 4)).isPositive();
        assertThat(failuresOfRequiresNew(4, 4 * (2 - 1) + 1)).isZero();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        }
        catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class})
    static class JdbcOnly {
    }

    private static int connectionsInTransactionBeforeFirstStatement(Class<?> application, String fetch) {
        try (var context = new SpringApplicationBuilder(application).initializers(new TestDatabase())
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .run("--spring.datasource.connection-fetch=" + fetch)) {
            HikariDataSource pool = unwrap(context.getBean(DataSource.class));
            return context.getBean(TransactionTemplate.class)
                    .execute(status -> pool.getHikariPoolMXBean() == null ? 0
                            : pool.getHikariPoolMXBean().getActiveConnections());
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {JdbcOnly.class, BookstoreApplication.class})
    @DisplayName("connection-fetch：eager 进事务就占连接，lazy 等到第一条语句；只用 JDBC 与用 JPA 都如此")
    void lazyConnections(Class<?> application) {
        assertThat(connectionsInTransactionBeforeFirstStatement(application, "eager")).isEqualTo(1);
        assertThat(connectionsInTransactionBeforeFirstStatement(application, "lazy")).isZero();
    }

    @Test
    @DisplayName("Boot 的默认：最多 10 个连接，借不到等 30 秒")
    void defaults() throws SQLException {
        try (var context = new SpringApplicationBuilder(JdbcOnly.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.generate-unique-name=true",
                        "spring.main.banner-mode=off", "logging.level.root=error").run()) {
            context.getBean(DataSource.class).getConnection().close();
            HikariDataSource pool = unwrap(context.getBean(DataSource.class));
            assertThat(pool.getMaximumPoolSize()).isEqualTo(10);
            assertThat(pool.getConnectionTimeout()).isEqualTo(30_000);
        }
    }

    private static HikariDataSource unwrap(DataSource dataSource) {
        try {
            return dataSource.unwrap(HikariDataSource.class);
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
