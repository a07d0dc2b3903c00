package com.example.bookstore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.bookstore.support.Database;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.annotation.Isolation;

/** Two transactions, interleaved step by step in one thread: what each level lets through. */
@RequiresService({Service.POSTGRESQL, Service.MYSQL})
class IsolationTest {

    /** The outcome of an anomaly that could not happen because a step failed. */
    private static String outcome(DataAccessException ex) {
        Throwable found = ex;
        while (!(found instanceof SQLException)) {
            found = found.getCause();
        }
        SQLException cause = (SQLException) found;
        boolean lockTimeout = cause.getErrorCode() == 1205 // MariaDB
                || "55P03".equals(cause.getSQLState()) // PostgreSQL
                || cause.getErrorCode() == 50200; // H2
        return lockTimeout ? "被锁挡住" : "报错 " + (cause.getErrorCode() == 0
                ? cause.getSQLState() : String.valueOf(cause.getErrorCode()));
    }

    private enum Anomaly {

        脏读 {
            @Override
            boolean happens(Tx a, Tx b) {
                b.write(1, 99);
                return a.read(1) == 99;
            }
        },
        不可重复读 {
            @Override
            boolean happens(Tx a, Tx b) {
                int before = a.read(1);
                b.write(1, 99);
                b.commit();
                return a.read(1) != before;
            }
        },
        幻读 {
            @Override
            boolean happens(Tx a, Tx b) {
                int before = a.count();
                b.insert(3);
                b.commit();
                return a.count() != before;
            }
        },
        丢失更新 {
            @Override
            boolean happens(Tx a, Tx b) {
                int seenByA = a.read(1);
                int seenByB = b.read(1);
                a.write(1, seenByA - 1);
                a.commit();
                b.write(1, seenByB - 1);
                b.commit();
                return a.read(1) == seenByA - 1;
            }
        },
        写偏斜 {
            @Override
            boolean happens(Tx a, Tx b) {
                int seenByA = a.read(1) + a.read(2);
                int seenByB = b.read(1) + b.read(2);
                a.write(1, -seenByA);
                b.write(2, -seenByB);
                a.commit();
                b.commit();
                return true;
            }
        };

        abstract boolean happens(Tx a, Tx b);
    }

    /** A transaction on a connection of its own. */
    private static final class Tx implements AutoCloseable {

        private final Connection connection;
        private final JdbcClient jdbc;

        Tx(HikariDataSource pool, String setup, Isolation isolation) throws SQLException {
            connection = pool.getConnection();
            jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            jdbc.sql(setup).update();
            connection.setTransactionIsolation(isolation.value());
            connection.setAutoCommit(false);
        }

        int read(int id) {
            return jdbc.sql("select stock from shelf where id = ?").param(id).query(Integer.class).single();
        }

        int count() {
            return jdbc.sql("select count(*) from shelf").query(Integer.class).single();
        }

        void write(int id, int stock) {
            jdbc.sql("update shelf set stock = ? where id = ?").params(stock, id).update();
        }

        void insert(int id) {
            jdbc.sql("insert into shelf values (?, 10)").param(id).update();
        }

        void commit() {
            try {
                connection.commit();
            }
            catch (SQLException ex) {
                throw new ConcurrencyFailureException("commit", ex);
            }
        }

        @Override
        public void close() throws SQLException {
            connection.rollback();
            connection.setAutoCommit(true);
            connection.close();
        }
    }

    private static String measure(HikariDataSource pool, String setup, Isolation isolation, Anomaly anomaly)
            throws SQLException {
        JdbcClient jdbc = JdbcClient.create(pool);
        jdbc.sql("delete from shelf").update();
        jdbc.sql("insert into shelf values (1, 10), (2, 10)").update();
        try (Tx a = new Tx(pool, setup, isolation); Tx b = new Tx(pool, setup, isolation)) {
            return anomaly.happens(a, b) ? "发生" : "不发生";
        }
        catch (DataAccessException ex) {
            return outcome(ex);
        }
    }

    private static Map<Isolation, Map<Anomaly, String>> measureAll(Database database, String setup)
            throws SQLException {
        Map<Isolation, Map<Anomaly, String>> results = new LinkedHashMap<>();
        try (HikariDataSource pool = database.freshPool("isolation", 3)) {
            JdbcClient.create(pool).sql("create table shelf (id int primary key, stock int)").update();
            for (Isolation isolation : Isolation.values()) {
                if (isolation != Isolation.DEFAULT) {
                    Map<Anomaly, String> row = new LinkedHashMap<>();
                    for (Anomaly anomaly : Anomaly.values()) {
                        row.put(anomaly, measure(pool, setup, isolation, anomaly));
                    }
                    results.put(isolation, row);
                }
            }
        }
        return results;
    }

    private static String print(String title, Map<Isolation, Map<Anomaly, String>> results) {
        StringBuilder text = new StringBuilder(title).append('\n');
        results.forEach((isolation, row) -> {
            text.append("  ").append(isolation).append("\n    ");
            row.forEach((anomaly, outcome) -> text.append(anomaly).append('：').append(outcome).append("　"));
            text.append('\n');
        });
        return text.toString();
    }

    private static final String MARIADB = "set innodb_lock_wait_timeout = 0, innodb_snapshot_isolation = ";

    @Test
    @DisplayName("四个级别、五种异常、三个数据库：表由实测生成")
    void matrix() throws SQLException {
        var postgresql = measureAll(Database.POSTGRESQL, "set lock_timeout = '50ms'");
        var mariadb = measureAll(Database.MARIADB, MARIADB + "off");
        var strictMariadb = measureAll(Database.MARIADB, MARIADB + "on");
        var h2 = measureAll(Database.H2, "set lock_timeout 50");
        Recording.check("isolation.txt", print("PostgreSQL", postgresql) + "\n" + print("MariaDB", mariadb)
                + "\n" + print("H2", h2));
        Recording.check("isolation-snapshot.txt",
                print("MariaDB，innodb_snapshot_isolation=ON", Map.of(Isolation.REPEATABLE_READ,
                        strictMariadb.get(Isolation.REPEATABLE_READ))));

        assertThat(postgresql.get(Isolation.REPEATABLE_READ).get(Anomaly.丢失更新))
                .isEqualTo("报错 40001");
        assertThat(mariadb.get(Isolation.REPEATABLE_READ).get(Anomaly.丢失更新))
                .isEqualTo("发生");
    }

    @ParameterizedTest
    @CsvSource({"H2, READ_COMMITTED", "POSTGRESQL, READ_COMMITTED", "MARIADB, REPEATABLE_READ"})
    @DisplayName("不写 isolation：用数据库的默认级别，三个库并不相同")
    void defaults(Database database, Isolation isolation) throws SQLException {
        try (HikariDataSource pool = database.pool(1); Connection connection = pool.getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation.value());
        }
    }

    @Test
    @DisplayName("MariaDB 的可重复读：普通 select 读快照，for update 读最新的行")
    void twoWaysOfReading() throws SQLException {
        try (HikariDataSource pool = Database.MARIADB.freshPool("isolation", 3)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("create table shelf (id int primary key, stock int)").update();
            jdbc.sql("insert into shelf values (1, 10)").update();
            try (Tx a = new Tx(pool, MARIADB + "off", Isolation.REPEATABLE_READ)) {
                assertThat(a.count()).isEqualTo(1);
                jdbc.sql("insert into shelf values (2, 10)").update(); // someone else
                assertThat(a.count()).isEqualTo(1);
                assertThat(a.jdbc.sql("select id from shelf for update")
                        .query(Integer.class).list()).containsExactly(1, 2);
            }
        }
    }

    @Test
    @DisplayName("MariaDB 打开 innodb_snapshot_isolation：先查过别的表，带条件的 update 也报 1020；什么也没查过，照样扣")
    void anyReadOpensTheSnapshot() throws SQLException {
        String deduct = "update shelf set stock = stock - 1 where id = 1 and stock >= 1";
        try (HikariDataSource pool = Database.MARIADB.freshPool("isolation", 3)) {
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("create table shelf (id int primary key, stock int)").update();
            jdbc.sql("create table reader (id int primary key)").update();
            jdbc.sql("insert into shelf values (1, 10)").update();
            try (Tx late = new Tx(pool, MARIADB + "on", Isolation.REPEATABLE_READ)) {
                jdbc.sql(deduct).update(); // someone else
                assertThat(late.jdbc.sql(deduct).update()).isOne();
            }
            try (Tx late = new Tx(pool, MARIADB + "on", Isolation.REPEATABLE_READ)) {
                late.jdbc.sql("select count(*) from reader").query(Integer.class).single();
                jdbc.sql(deduct).update(); // someone else
                assertThat(outcome(catchThrowableOfType(DataAccessException.class,
                        () -> late.jdbc.sql(deduct).update()))).isEqualTo("报错 1020");
            }
        }
    }

    @Test
    @DisplayName("PostgreSQL 的可重复读：事务里没有读过，一句带条件的 update 等到别人提交，照样报 40001")
    void waitingUpdate() throws Exception {
        String deduct = "update shelf set stock = stock - 1 where id = 1 and stock >= 1";
        try (HikariDataSource pool = Database.POSTGRESQL.freshPool("isolation", 3);
                ExecutorService executor = Executors.newSingleThreadExecutor()) {
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("create table shelf (id int primary key, stock int)").update();
            jdbc.sql("insert into shelf values (1, 10)").update();
            String setup = "set lock_timeout = '60s'";
            try (Tx first = new Tx(pool, setup, Isolation.READ_COMMITTED);
                    Tx second = new Tx(pool, setup, Isolation.REPEATABLE_READ)) {
                first.jdbc.sql(deduct).update();
                var waiting = CompletableFuture.supplyAsync(() -> second.jdbc.sql(deduct).update(), executor);
                long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
                while (jdbc.sql("""
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                        """).query(Integer.class).single() == 0) {
                    assertThat(System.nanoTime()).isLessThan(limit);
                }
                first.commit();
                assertThat(catchThrowable(waiting::join).getCause())
                        .isInstanceOf(ConcurrencyFailureException.class)
                        .rootCause().isInstanceOfSatisfying(SQLException.class,
                                ex -> assertThat(ex.getSQLState()).isEqualTo("40001"));
            }
        }
    }
}
