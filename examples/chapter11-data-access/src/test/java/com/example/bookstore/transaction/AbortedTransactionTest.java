package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A statement failed, the exception was caught: what is the rest of the transaction worth? */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class AbortedTransactionTest {

    // region service
    private static void importTwice(TransactionTemplate transaction, JdbcClient jdbc) {
        transaction.executeWithoutResult(status -> {
            put(jdbc, "Spring 实战");
            try {
                put(jdbc, "Spring 实战");
            }
            catch (DuplicateKeyException ex) {
                // 已经有了，跳过
            }
            put(jdbc, "Java 并发编程");
        });
    }
    // endregion service

    private static void put(JdbcClient jdbc, String title) {
        jdbc.sql("insert into shelf values (?)").param(title).update();
    }

    private static HikariDataSource poolWithShelf(Database database) {
        HikariDataSource pool = database.freshPool("aborted", 2);
        JdbcClient.create(pool).sql("create table shelf (title varchar(100) unique)").update();
        return pool;
    }

    private static TransactionTemplate transactionOn(HikariDataSource pool) {
        return new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    private static long stored(JdbcClient jdbc) {
        return jdbc.sql("select count(*) from shelf").query(Long.class).single();
    }

    @Test
    @DisplayName("MariaDB：失败的语句单独撤销，事务照常继续")
    void mariadb() {
        try (HikariDataSource pool = poolWithShelf(Database.MARIADB)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            importTwice(transactionOn(pool), jdbc);
            assertThat(stored(jdbc)).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("PostgreSQL：一条语句失败，整个事务作废，后面每条语句都报 25P02")
    void postgresql() {
        try (HikariDataSource pool = poolWithShelf(Database.POSTGRESQL)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            TransactionTemplate transaction = transactionOn(pool);
            Throwable thrown = catchThrowable(() -> importTwice(transaction, jdbc));
            assertThat(stored(jdbc)).isZero();
            Recording.check("transaction-aborted.txt", thrown);
        }
    }

    @Test
    @DisplayName("PostgreSQL：接住异常后直接提交，提交不报错，数据却没了")
    void postgresqlCommit() {
        try (HikariDataSource pool = poolWithShelf(Database.POSTGRESQL)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            transactionOn(pool).executeWithoutResult(status -> {
                put(jdbc, "Spring 实战");
                catchThrowable(() -> put(jdbc, "Spring 实战"));
            }); // returns normally
            assertThat(stored(jdbc)).isZero();
        }
    }

    @Test
    @DisplayName("PostgreSQL：可能失败的那一步放进保存点（NESTED），其余的留得住")
    void postgresqlSavepoint() {
        try (HikariDataSource pool = poolWithShelf(Database.POSTGRESQL)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            JdbcTransactionManager manager = new JdbcTransactionManager(pool);
            TransactionTemplate transaction = new TransactionTemplate(manager);
            TransactionTemplate savepoint = new TransactionTemplate(manager);
            savepoint.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            transaction.executeWithoutResult(status -> {
                put(jdbc, "Spring 实战");
                catchThrowable(() -> savepoint.executeWithoutResult(
                        inner -> put(jdbc, "Spring 实战")));
                put(jdbc, "Java 并发编程");
            });
            assertThat(stored(jdbc)).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("PostgreSQL：REQUIRES_NEW 只给重复的那本，它等外层的那一行；每本各开一个，重复的跳过，其余的留得住")
    void postgresqlRequiresNew() {
        try (HikariDataSource pool = poolWithShelf(Database.POSTGRESQL)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            TransactionTemplate transaction = transactionOn(pool);
            TransactionTemplate ownTransaction = transactionOn(pool);
            ownTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            transaction.executeWithoutResult(status -> {
                assertThat(jdbc.sql("show lock_timeout").query(String.class).single())
                        .as("默认一直等下去").isEqualTo("0");
                put(jdbc, "Spring 实战");
                Throwable blocked = catchThrowable(() -> ownTransaction.executeWithoutResult(inner -> {
                    jdbc.sql("set local lock_timeout = '300ms'").update(); // or this test would wait for ever
                    put(jdbc, "Spring 实战");
                }));
                assertThat(blocked).rootCause().isInstanceOfSatisfying(java.sql.SQLException.class,
                        ex -> assertThat(ex.getSQLState()).as("等锁超时").isEqualTo("55P03"));
                status.setRollbackOnly();
            });
            assertThat(stored(jdbc)).isZero();

            transaction.executeWithoutResult(status -> {
                for (String title : java.util.List.of("Spring 实战", "Spring 实战", "Java 并发编程")) {
                    try {
                        ownTransaction.executeWithoutResult(inner -> put(jdbc, title));
                    }
                    catch (DuplicateKeyException ex) {
                        // 已经有了，跳过
                    }
                }
            });
            assertThat(stored(jdbc)).isEqualTo(2);
        }
    }
}
