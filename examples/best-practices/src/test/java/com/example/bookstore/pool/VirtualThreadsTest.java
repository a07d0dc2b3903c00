package com.example.bookstore.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.example.book.Recording;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Six requests on virtual threads, two connections; each holds one longer than the others may wait. */
class VirtualThreadsTest {

    private static final int REQUESTS = 6;

    /** Counts the requests that have yet to fail before a slow query ends; none: it ends after a second. */
    private static volatile CountDownLatch failures = new CountDownLatch(0);

    // region bad
    static class Reports {

        private final HikariDataSource pool;

        Reports(HikariDataSource pool) {
            this.pool = pool;
        }

        public void monthly() {
            try (Connection connection = pool.getConnection()) {
                slowQuery(connection);
            }
            catch (SQLException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
    // endregion bad

    // region good
    static class LimitedReports {

        private final Reports reports;

        LimitedReports(Reports reports) {
            this.reports = reports;
        }

        @ConcurrencyLimit(2)
        public void monthly() {
            reports.monthly();
        }
    }
    // endregion good

    static class ImpatientReports {

        private final Reports reports;

        ImpatientReports(Reports reports) {
            this.reports = reports;
        }

        @ConcurrencyLimit(limit = 2, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
        public void monthly() {
            reports.monthly();
        }
    }

    /** The transaction borrows the connection. */
    static class TransactionalReports {

        private final DataSource pool;

        TransactionalReports(DataSource pool) {
            this.pool = pool;
        }

        @Transactional
        @ConcurrencyLimit(2)
        public void monthly() {
            slowQuery(DataSourceUtils.getConnection(pool));
        }
    }

    /** The limit on the class: its two methods share it. */
    @ConcurrencyLimit(2)
    static class SharedReports {

        private final Reports reports;

        SharedReports(Reports reports) {
            this.reports = reports;
        }

        public void monthly() {
            reports.monthly();
        }

        public void yearly() {
            reports.monthly();
        }
    }

    // region configuration
    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Application {
        // endregion configuration

        @Bean
        HikariDataSource pool() {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:h2:mem:reports");
            config.setMaximumPoolSize(2);
            config.setConnectionTimeout(250);
            return new HikariDataSource(config);
        }

        @Bean
        Reports reports(HikariDataSource pool) {
            return new Reports(pool);
        }

        @Bean
        LimitedReports limitedReports(Reports reports) {
            return new LimitedReports(reports);
        }

        @Bean
        SharedReports sharedReports(Reports reports) {
            return new SharedReports(reports);
        }

        @Bean
        SharedReports secondReports(Reports reports) {
            return new SharedReports(reports);
        }

        @Bean
        ImpatientReports impatientReports(Reports reports) {
            return new ImpatientReports(reports);
        }

        @Configuration(proxyBeanMethods = false)
        @EnableTransactionManagement
        static class Transactions {

            @Bean
            JdbcTransactionManager transactionManager(DataSource pool) {
                return new JdbcTransactionManager(pool);
            }

            @Bean
            TransactionalReports transactionalReports(DataSource pool) {
                return new TransactionalReports(pool);
            }
        }
    }

    /** Takes longer than a request may wait for a connection, however slow the machine. */
    private static void slowQuery(Connection connection) {
        try {
            assertThat(connection.isClosed()).isFalse();
            if (failures.getCount() == 0) {
                assertThat(new CountDownLatch(1).await(1, TimeUnit.SECONDS)).isFalse();
            }
            else {
                assertThat(failures.await(30, TimeUnit.SECONDS)).isTrue();
            }
        }
        catch (InterruptedException | SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void send(Runnable request) {
        try {
            request.run();
        }
        catch (RuntimeException ex) {
            failures.countDown();
            throw ex;
        }
    }

    /** How many of the requests, all sent at once, succeed. */
    private static long succeeded(int expectedFailures, Class<? extends Throwable> expected,
            Consumer<AnnotationConfigApplicationContext> request) {
        failures = new CountDownLatch(expectedFailures);
        try (var context = new AnnotationConfigApplicationContext(Application.class);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<? extends Future<?>> sent = IntStream.range(0, REQUESTS)
                    .mapToObj(i -> threads.submit(() -> send(() -> request.accept(context)))).toList();
            return sent.stream().filter(future -> {
                try {
                    future.get(30, TimeUnit.SECONDS);
                    return true;
                }
                catch (Exception ex) {
                    assertThat(ex).hasRootCauseInstanceOf(expected);
                    return false;
                }
            }).count();
        }
    }

    @Test
    @DisplayName("虚拟线程不排队，都挤到连接池前：成功两个，其余等到超时")
    void mostTimeOut() {
        long succeeded = succeeded(4, SQLException.class,
                context -> context.getBean(Reports.class).monthly());
        assertThat(succeeded).isEqualTo(2);
        Recording.check("virtual-threads-pool.txt",
                "没有上限：6 个请求，成功 %d 个\n".formatted(succeeded));
    }

    @Test
    @DisplayName("@ConcurrencyLimit 等于池子大小：排队在门外，六个都成功")
    void allSucceed() {
        long succeeded = succeeded(0, SQLException.class,
                context -> context.getBean(LimitedReports.class).monthly());
        assertThat(succeeded).isEqualTo(REQUESTS);
        Recording.check("virtual-threads-limit.txt",
                "@ConcurrencyLimit(2)：6 个请求，成功 %d 个\n".formatted(succeeded));
    }

    @Test
    @DisplayName("@ConcurrencyLimit 与 @Transactional 写在同一个方法上：上限在事务外面，六个都成功")
    void theLimitIsOutsideTheTransaction() {
        long succeeded = succeeded(0, SQLException.class,
                context -> context.getBean(TransactionalReports.class).monthly());
        assertThat(succeeded).isEqualTo(REQUESTS);
    }

    @Test
    @DisplayName("@ConcurrencyLimit 写在类上：两个方法合用一个上限，六个都成功")
    void theClassSharesOneLimit() {
        AtomicInteger asked = new AtomicInteger();
        long succeeded = succeeded(0, SQLException.class, context -> {
            SharedReports reports = context.getBean("sharedReports", SharedReports.class);
            if (asked.getAndIncrement() % 2 == 0) {
                reports.monthly();
            }
            else {
                reports.yearly();
            }
        });
        assertThat(succeeded).isEqualTo(REQUESTS);
    }

    @Test
    @DisplayName("@ConcurrencyLimit 写在类上，这个类有两个 Bean：各算各的，又有等到超时的")
    void everyBeanHasItsOwnLimit() {
        AtomicInteger asked = new AtomicInteger();
        long succeeded = succeeded(1, SQLException.class, context -> context.getBean(
                asked.getAndIncrement() % 2 == 0 ? "sharedReports" : "secondReports", SharedReports.class).monthly());
        assertThat(succeeded).isLessThan(REQUESTS);
    }

    @Test
    @DisplayName("policy = REJECT：不等，当场拒绝")
    void orRejected() {
        long succeeded = succeeded(4, InvocationRejectedException.class,
                context -> context.getBean(ImpatientReports.class).monthly());
        assertThat(succeeded).isEqualTo(2);
    }
}
