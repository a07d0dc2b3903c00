package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

@Timeout(180)
@RequiresService(Service.POSTGRESQL)
@Order(Order.DEFAULT + 1)
class SlowSqlTests {

    private static final String SEARCH = "select count(*) from orders where lower(email) = lower('Reader77@example.com')";

    @Test
    void searchBeforeAndAfter() {
        try (Postgres postgres = new Postgres()) {
            long sick;
            Map<String, Integer> seen = new TreeMap<>();
            try (Patient patient = PoolTests.start("search", postgres)) {
                patient.awaitSymptom("这一秒做成");
                for (int i = 0; i < 20; i++) {
                    postgres.jdbc().queryForList("select query from pg_stat_activity where state = 'active'"
                            + " and application_name = ? and pid <> pg_backend_pid()", String.class, postgres.schema())
                            .forEach(query -> seen.merge(query, 1, Integer::sum));
                }
                patient.await("这一秒做成");
                sick = perSecond(patient);
            }
            String most = seen.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
            Recording.check("active.txt", "state   query\nactive  " + most);
            // The same hundred thousand orders.
            try (Patient patient = PoolTests.start("search-cured", postgres, "--spring.sql.init.mode=never")) {
                patient.await("这一秒做成").await("这一秒做成");
                assertThat(perSecond(patient)).isGreaterThan(5 * sick);
            }
        }
    }

    private static long perSecond(Patient patient) {
        return patient.output().lines().filter(line -> line.startsWith("这一秒做成"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("这一秒做成 (\\d+)，.*", "$1"))).max().orElseThrow();
    }

    private static String plan(Connection connection) {
        return plan(connection, SEARCH);
    }

    private static String plan(Connection connection, String query) {
        JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        jdbc.execute("set max_parallel_workers_per_gather = 0");
        return jdbc.queryForList("explain (analyze, costs off, timing off, summary off, buffers off) " + query, String.class)
                // PostgreSQL 18 says more than 15 and 17.
                .stream().filter(line -> !line.contains("Index Searches"))
                .map(line -> line.replaceAll("actual rows=(\\d+)\\.\\d+ ", "actual rows=$1 "))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void planBeforeAndAfter() throws SQLException {
        try (Postgres postgres = new Postgres().filled();
                Connection connection = postgres.dataSource().getConnection(); Statement statement = connection.createStatement()) {
            // The index is there and good: it is used as soon as the condition asks for the column itself.
            assertThat(plan(connection, "select count(*) from orders where email = 'reader77@example.com'"))
                    .contains("orders_email").doesNotContain("Seq Scan");
            String before = plan(connection);
            Recording.check("plan-before.txt", before);
            assertThat(before).contains("Seq Scan on orders", "Rows Removed by Filter: 99999").doesNotContain("orders_email");
            statement.execute("create index orders_lower_email on orders (lower(email))");
            statement.execute("analyze orders");
            String after = plan(connection);
            Recording.check("plan-after.txt", after);
            assertThat(after).contains("orders_lower_email").doesNotContain("Seq Scan");
        }
    }

    @Test
    void whoBlocks() throws Exception {
        try (Postgres postgres = new Postgres().withFewOrders();
                Connection holder = postgres.dataSource().getConnection();
                Connection waiter = postgres.dataSource().getConnection()) {
            int mine = new JdbcTemplate(new SingleConnectionDataSource(holder, true))
                    .queryForObject("select pg_backend_pid()", Integer.class);
            holder.setAutoCommit(false);
            holder.createStatement().execute("update orders set status = 'LOCKED' where id = 1");
            Thread waiting = Thread.startVirtualThread(() -> {
                try (Statement statement = waiter.createStatement()) {
                    statement.execute("update orders set status = 'PAID' where id = 1");
                }
                catch (SQLException ex) {
                    throw new IllegalStateException(ex);
                }
            });
            String sql = Files.readString(Recording.module().resolve("who-blocks.sql"));
            assertThat(sql.strip()).as("what is pasted into psql").endsWith(";");
            // Other work on this server may block as well: only what this test's own session blocks is looked at.
            List<Map<String, Object>> rows = await().atMost(Duration.ofSeconds(60)).until(() -> postgres.jdbc().queryForList(sql)
                    .stream().filter(row -> row.get("blocked_by").equals(mine)).toList(), found -> !found.isEmpty());
            StringBuilder text = new StringBuilder();
            rows.getFirst().forEach((column, value) -> text.append("%-18s | %s%n".formatted(column,
                    List.of("pid", "blocked_by").contains(column) ? "…" : column.equals("blocker_age") ? "…" : value)));
            Recording.check("who-blocks.txt", text.toString());
            holder.rollback();
            assertThat(waiting.join(Duration.ofSeconds(60))).isTrue();
        }
    }

    private static String message(Postgres postgres, String... statements) throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection(); Statement statement = connection.createStatement()) {
            Throwable thrown = catchThrowable(() -> {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            });
            assertThat(thrown).isInstanceOf(SQLException.class);
            return thrown.getMessage();
        }
    }

    @Test
    void statementTimeout() throws SQLException {
        try (Postgres postgres = new Postgres()) {
            Recording.check("statement-timeout.txt", message(postgres, "set statement_timeout = '200ms'", "select pg_sleep(60)"));
        }
    }

    @Test
    void lockTimeout() throws SQLException {
        try (Postgres postgres = new Postgres().withFewOrders(); Connection holder = postgres.dataSource().getConnection()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("update orders set status = 'LOCKED' where id = 1");
            Recording.check("lock-timeout.txt", message(postgres, "set lock_timeout = '200ms'",
                    "update orders set status = 'PAID' where id = 1").lines().findFirst().orElseThrow());
            holder.rollback();
        }
    }

    @Test
    void idleInTransactionTimeout() throws SQLException {
        try (Postgres postgres = new Postgres(); Connection idle = postgres.dataSource().getConnection();
                Statement statement = idle.createStatement()) {
            int pid = new JdbcTemplate(new SingleConnectionDataSource(idle, true)).queryForObject("select pg_backend_pid()", Integer.class);
            statement.execute("set idle_in_transaction_session_timeout = '200ms'");
            idle.setAutoCommit(false);
            statement.execute("select 1");
            await().atMost(Duration.ofSeconds(60)).until(() -> postgres.jdbc().queryForObject(
                    "select count(*) from pg_stat_activity where pid = ?", Integer.class, pid) == 0);
            Throwable thrown = catchThrowable(() -> statement.execute("select 1"));
            Recording.check("idle-timeout.txt", new Table("SQLState", "信息").row(((SQLException) thrown).getSQLState(),
                    thrown.getMessage().lines().findFirst().orElseThrow()).toString());
        }
    }
}
