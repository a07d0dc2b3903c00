package com.example.deployment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import com.example.book.Service;

/** 每个测试自己的一个 PostgreSQL 库，用完就删。 */
final class Database implements AutoCloseable {

    private static final String USER = System.getenv().getOrDefault("POSTGRES_USER", "postgres");
    private static final String PASSWORD = System.getenv().getOrDefault("POSTGRES_PASSWORD", "");

    private final String name = "bookstore_deployment_" + UUID.randomUUID().toString().substring(0, 8);

    Database() {
        administer("create database " + name);
    }

    String name() {
        return name;
    }

    private static String url(String database) {
        return "jdbc:postgresql://%s:%d/%s"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), database);
    }

    /** 应用的环境变量：写在 bookstore.env 里的那三行。 */
    Map<String, String> applicationEnvironment() {
        return Map.of("SPRING_DATASOURCE_URL", url(name), "SPRING_DATASOURCE_USERNAME", USER,
                "SPRING_DATASOURCE_PASSWORD", PASSWORD);
    }

    /** PostgreSQL 自己的命令认的环境变量。 */
    static Map<String, String> clientEnvironment() {
        Map<String, String> environment = new HashMap<>(Map.of("PGHOST", Service.POSTGRESQL.host(),
                "PGPORT", String.valueOf(Service.POSTGRESQL.port()), "PGUSER", USER, "LC_ALL", "C"));
        if (!PASSWORD.isEmpty()) {
            environment.put("PGPASSWORD", PASSWORD);
        }
        return environment;
    }

    /** 断开应用，也不许再连：像数据库停了一样。 */
    void shutOut() {
        administer("alter database " + name + " allow_connections false");
        administer("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
    }

    /** 断开正在慢慢数书的连接。 */
    void interruptSlowQueries() {
        administer("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name
                + "' and state = 'active' and query like '%pg_sleep%'");
    }

    void letIn() {
        administer("alter database " + name + " allow_connections true");
    }

    /** 在这个库里执行。 */
    void execute(String sql) {
        run(name, sql);
    }

    private static void administer(String sql) {
        run("postgres", sql);
    }

    private static void run(String database, String sql) {
        try (Connection connection = DriverManager.getConnection(url(database), USER, PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        administer("drop database if exists " + name + " with (force)");
    }
}
