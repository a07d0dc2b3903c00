package com.example.bookstore.locking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class DeadlockTest {

    // region service
    /** 在两家分店之间调货：两行，按调用时给的顺序加锁。 */
    static class StockTransfer {

        private final JdbcClient jdbc;
        private final Probe probe;

        StockTransfer(JdbcClient jdbc, Probe probe) {
            this.jdbc = jdbc;
            this.probe = probe;
        }

        @Transactional
        public void transfer(int from, int to, int copies) {
            probe.transactionStarted();
            change(from, -copies);
            probe.firstRowLocked();
            change(to, copies);
        }

        // highlight-next-line
        @Retryable(includes = PessimisticLockingFailureException.class,
                maxRetries = 3, delay = 20, jitter = 10)
        @Transactional
        public void transferWithRetry(int from, int to, int copies) {
            transfer(from, to, copies);
        }

        void change(int branch, int copies) {
            jdbc.sql("update branch set stock = stock + ? where id = ?")
                    .params(copies, branch).update();
        }
    }
    // endregion service

    /** Makes both first attempts hold one row before either asks for the other's; then steps aside. */
    static class Probe {

        private final CountDownLatch bothHoldOne = new CountDownLatch(2);
        private final List<String> transactions = new CopyOnWriteArrayList<>();
        private Duration patience = Duration.ofSeconds(10);

        void transactionStarted() {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    transactions.add(status == STATUS_COMMITTED ? "提交" : "回滚");
                }
            });
        }

        void firstRowLocked() {
            bothHoldOne.countDown();
            try {
                bothHoldOne.await(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
            catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    // region configuration
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    @EnableResilientMethods(proxyTargetClass = true)
    static class Branches {
        // endregion configuration

        @Bean
        JdbcClient jdbc(DataSource dataSource) {
            return JdbcClient.create(dataSource);
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        Probe probe() {
            return new Probe();
        }

        @Bean
        StockTransfer stockTransfer(JdbcClient jdbc, Probe probe) {
            return new StockTransfer(jdbc, probe);
        }
    }

    private static AnnotationConfigApplicationContext start(Database database) {
        HikariDataSource pool = database.freshPool("deadlock", 4);
        JdbcClient jdbc = JdbcClient.create(pool);
        jdbc.sql("create table branch (id int primary key, stock int)").update();
        jdbc.sql("insert into branch values (1, 10), (2, 10)").update();
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(DataSource.class, () -> pool);
        context.register(Branches.class);
        context.refresh();
        return context;
    }

    private static List<Integer> stocks(AnnotationConfigApplicationContext context) {
        return context.getBean(JdbcClient.class).sql("select stock from branch order by id")
                .query(Integer.class).list();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    @DisplayName("两个事务锁行的顺序相反：数据库挑一个牺牲，另一个成功")
    void deadlock(Database database) {
        try (var context = start(database)) {
            StockTransfer transfers = context.getBean(StockTransfer.class);
            var there = CompletableFuture.runAsync(() -> transfers.transfer(1, 2, 3));
            Throwable back = catchThrowable(() -> transfers.transfer(2, 1, 5));
            Throwable forth = catchThrowable(there::join);
            assertThat(Stream.of(back, forth).filter(thrown -> thrown != null)).hasSize(1);
            Throwable victim = back != null ? back : forth.getCause();
            assertThat(victim).isInstanceOf(PessimisticLockingFailureException.class);
            assertThat(stocks(context)).isIn(List.of(7, 13), List.of(15, 5));
            Recording.check(database == Database.MARIADB ? "deadlock-mariadb.txt" : "deadlock-postgresql.txt",
                    summary(victim));
        }
    }

    /** Exception types and the messages' lines that do not name processes and rows. */
    private static String summary(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable t = thrown; t != null && t != t.getCause(); t = t.getCause()) {
            text.append(text.isEmpty() ? "" : "Caused by: ").append(t.toString().lines().findFirst().orElse("")
                    .replaceAll("\\(conn=\\d+\\) ", "")).append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    @DisplayName("加上 @Retryable：牺牲的那个在新事务里重来，两个都成功")
    void retried(Database database) {
        try (var context = start(database)) {
            StockTransfer transfers = context.getBean(StockTransfer.class);
            var there = CompletableFuture.runAsync(
                    () -> transfers.transferWithRetry(1, 2, 3));
            transfers.transferWithRetry(2, 1, 5);
            there.join();
            assertThat(stocks(context)).containsExactly(12, 8);
            assertThat(context.getBean(Probe.class).transactions)
                    .containsExactlyInAnyOrder("回滚", "提交", "提交");
        }
    }

    static class BusyOnce {

        private final List<Boolean> ownTransaction = new CopyOnWriteArrayList<>();

        @Retryable(includes = PessimisticLockingFailureException.class, maxRetries = 3, delay = 1)
        @Transactional
        public void work() {
            ownTransaction.add(TransactionAspectSupport.currentTransactionStatus().isNewTransaction());
            if (ownTransaction.size() == 1) {
                throw new CannotAcquireLockException("busy");
            }
        }

        public List<Boolean> ownTransaction() {
            return ownTransaction;
        }
    }

    @Test
    @DisplayName("调用方已经开着事务：重来的还在那个事务里，做成了也提交不了")
    void retriedInTheCallersTransaction() {
        try (var context = start(Database.H2)) {
            context.registerBean(BusyOnce.class);
            BusyOnce alone = context.getBean(BusyOnce.class);
            alone.work();
            assertThat(alone.ownTransaction()).containsExactly(true, true);
        }
        try (var context = start(Database.H2)) {
            context.registerBean(BusyOnce.class);
            BusyOnce inside = context.getBean(BusyOnce.class);
            assertThatThrownBy(() -> transaction(context).executeWithoutResult(status -> inside.work()))
                    .isInstanceOf(UnexpectedRollbackException.class);
            assertThat(inside.ownTransaction()).containsExactly(false, false);
        }
    }

    // region retry-inside
    @Test
    @DisplayName("重试放在事务里面：PostgreSQL 的事务已经作废，重试多少次都是 25P02")
    void retryInsideTransaction() {
        try (var context = start(Database.POSTGRESQL)) {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            RetryTemplate retry = new RetryTemplate(RetryPolicy.builder()
                    .maxRetries(2).delay(Duration.ZERO).build());
            List<String> failures = new CopyOnWriteArrayList<>();
            TransactionTemplate transaction = transaction(context);
            assertThatThrownBy(() -> transaction.executeWithoutResult(
                    status -> retry.invoke(() -> {
                        try {
                            return jdbc.sql("insert into branch values (1, 10)").update();
                        }
                        catch (RuntimeException ex) {
                            failures.add(sqlState(ex));
                            throw ex;
                        }
                    })));
            assertThat(failures).containsExactly("23505", "25P02", "25P02");
        }
    }
    // endregion retry-inside

    /** Moves three copies; if the second half is the victim, tries that half again. */
    private static boolean moveAndRetrySecondHalf(AnnotationConfigApplicationContext context,
            int from, int to) {
        StockTransfer transfers = context.getBean(StockTransfer.class);
        return transaction(context).execute(status -> {
            transfers.change(from, -3);
            context.getBean(Probe.class).firstRowLocked();
            try {
                transfers.change(to, 3);
                return false;
            }
            catch (PessimisticLockingFailureException ex) {
                transfers.change(to, 3); // succeeds: in a transaction of its own
                return true;
            }
        });
    }

    @Test
    @DisplayName("重试放在事务里面：MariaDB 上成功了，却只提交了后半段，多出三本")
    void retryInsideTransactionOnMariadb() {
        try (var context = start(Database.MARIADB)) {
            var there = CompletableFuture.supplyAsync(
                    () -> moveAndRetrySecondHalf(context, 1, 2));
            boolean victim = moveAndRetrySecondHalf(context, 2, 1);
            assertThat(there.join()).isNotEqualTo(victim);
            assertThat(stocks(context).stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(10 + 10 + 3);
        }
    }

    private static TransactionTemplate transaction(AnnotationConfigApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static String sqlState(Throwable thrown) {
        Throwable cause = thrown;
        while (!(cause instanceof SQLException sql)) {
            cause = cause.getCause();
        }
        return sql.getSQLState();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    @DisplayName("先锁编号小的行：顺序一致就没有死锁，不需要重试")
    void lockedInOrder(Database database) {
        try (var context = start(database)) {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            StockTransfer transfers = context.getBean(StockTransfer.class);
            TransactionTemplate transaction = transaction(context);
            // The second waits for the lock, so the first waits for it in vain.
            context.getBean(Probe.class).patience = Duration.ofMillis(300);
            // region ordered
            BiConsumer<Integer, Integer> moveOne = (from, to) ->
                    transaction.executeWithoutResult(status -> {
                        jdbc.sql("""
                                select id from branch where id in (?, ?)
                                order by id for update
                                """)
                                .params(from, to).query(Integer.class).list();
                        transfers.transfer(from, to, 1);
                    });
            // endregion ordered
            var there = CompletableFuture.runAsync(() -> moveOne.accept(1, 2));
            moveOne.accept(2, 1);
            there.join();
            assertThat(stocks(context)).containsExactly(10, 10);
            assertThat(context.getBean(Probe.class).transactions).containsExactly("提交", "提交");
        }
    }
}
