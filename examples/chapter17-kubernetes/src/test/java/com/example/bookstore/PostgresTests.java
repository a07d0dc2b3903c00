package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** The store with PostgreSQL in place of H2: another address, nothing else. */
@RequiresService(Service.POSTGRESQL)
@ResourceLock("Spring in this JVM")
class PostgresTests {

    private static final String USER = System.getenv().getOrDefault("POSTGRES_USER", "postgres");
    private static final String PASSWORD = System.getenv().getOrDefault("POSTGRES_PASSWORD", "");
    private static final String DATABASE = "chapter17_" + UUID.randomUUID().toString().substring(0, 8);

    private static String url(String database) {
        return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s".formatted(Service.POSTGRESQL.host(),
                Service.POSTGRESQL.port(), database, USER, PASSWORD);
    }

    private static void administer(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ConfigurableApplicationContext start(String url) {
        return new SpringApplicationBuilder(BookstoreApplication.class).run("--server.port=0", "--BOOKSTORE_DB_URL=" + url);
    }

    private static List<String> titles(ConfigurableApplicationContext store) {
        return store.getBean(JdbcClient.class).sql("select title from book order by id").query(String.class).list();
    }

    @BeforeAll
    static void create() throws SQLException {
        administer("create database " + DATABASE);
    }

    @AfterAll
    static void drop() throws SQLException {
        administer("drop database if exists " + DATABASE + " with (force)");
    }

    /** The first start makes the tables and the books, the second finds them. */
    @Test
    void sameBookstore() {
        for (int start = 0; start < 2; start++) {
            try (ConfigurableApplicationContext store = start(url(DATABASE))) {
                assertThat(titles(store)).containsExactly("三体", "活着", "围城");
            }
        }
    }

    /** Another pod is a moment ahead: its statement is done and not committed when this one comes to the same. */
    @ParameterizedTest
    @CsvSource({"schema.sql, pg_type_typname_nsp_index", "data.sql, book_pkey"})
    void twoPodsAtOnce(String script, String constraint) throws Exception {
        String name = script.replace('.', '_');
        String url = url(DATABASE) + "&currentSchema=" + name;
        try (ExecutorService thread = Executors.newSingleThreadExecutor();
                Connection other = DriverManager.getConnection(url); Statement statement = other.createStatement()) {
            statement.execute("create schema " + name);
            if (script.equals("data.sql")) {
                ScriptUtils.executeSqlScript(other, new ClassPathResource("schema.sql"));
            }
            other.setAutoCommit(false);
            ScriptUtils.executeSqlScript(other, new ClassPathResource(script));
            Future<ConfigurableApplicationContext> store = thread.submit(() -> start(url));
            await().atMost(Duration.ofSeconds(60)).until(PostgresTests::oneWaits);
            other.commit();
            assertThatThrownBy(store::get).rootCause().isInstanceOf(SQLException.class)
                    .hasMessageContaining("duplicate key value violates unique constraint \"" + constraint + "\"");
        }
        try (ConfigurableApplicationContext again = start(url)) {
            assertThat(titles(again)).containsExactly("三体", "活着", "围城");
        }
    }

    private static boolean oneWaits() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(DATABASE));
                Statement statement = connection.createStatement();
                ResultSet waiting = statement.executeQuery("select count(*) from pg_stat_activity"
                        + " where datname = current_database() and wait_event_type = 'Lock'")) {
            return waiting.next() && waiting.getInt(1) == 1;
        }
    }
}
