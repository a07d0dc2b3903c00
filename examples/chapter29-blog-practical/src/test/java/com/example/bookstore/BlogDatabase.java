package com.example.bookstore;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.example.book.Service;

/** Databases that this run of the tests makes for itself, and drops at its end. */
public final class BlogDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String USER = System.getenv().getOrDefault("POSTGRES_USER", "postgres");
    private static final String PASSWORD = System.getenv().getOrDefault("POSTGRES_PASSWORD", "");

    private BlogDatabase() {
    }

    /** Makes an empty database and tells its name. */
    public static String create() {
        String name = "chapter29_test_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        drop(name);
        execute("create database " + name);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> drop(name)));
        return name;
    }

    /** Drops one, with whoever is still connected. */
    public static void drop(String name) {
        execute("drop database if exists " + name + " with (force)");
    }

    public static String url(String name) {
        return "jdbc:postgresql://%s:%d/%s".formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), name);
    }

    /** What PostgreSQL's own programs need to connect. */
    public static Map<String, String> environment() {
        return Map.of("PGHOST", Service.POSTGRESQL.host(), "PGPORT", String.valueOf(Service.POSTGRESQL.port()),
                "PGUSER", USER, "PGPASSWORD", PASSWORD);
    }

    public static Connection connect(String name) throws SQLException {
        return DriverManager.getConnection(url(name), USER, PASSWORD);
    }

    /** The properties of an application that uses one. */
    public static List<String> properties(String name) {
        return List.of("spring.datasource.url=" + url(name), "spring.datasource.username=" + USER,
                "spring.datasource.password=" + PASSWORD);
    }

    private static void execute(String sql) {
        try (Connection connection = connect("postgres")) {
            connection.createStatement().execute(sql);
        }
        catch (SQLException ex) {
            throw new IllegalStateException(sql, ex);
        }
    }
}
