package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import com.example.book.RequiresService;
import com.example.book.Service;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The store with PostgreSQL in place of H2: another address, nothing else. */
@RequiresService(Service.POSTGRESQL)
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
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BookstoreApplication.class)
                    .run("--server.port=0", "--BOOKSTORE_DB_URL=" + url(DATABASE))) {
                assertThat(context.getBean(JdbcClient.class).sql("select title from book order by id")
                        .query(String.class).list()).containsExactly("三体", "活着", "围城");
            }
        }
    }
}
