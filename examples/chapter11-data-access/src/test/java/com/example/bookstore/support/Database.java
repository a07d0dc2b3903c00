package com.example.bookstore.support;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.Service;
import com.zaxxer.hikari.HikariDataSource;

/**
 * The three databases that the tests of this chapter run on, each in a test database of its own. The
 * names are new for every run, so that two runs on one server do not meet; the databases are dropped
 * when the JVM ends.
 */
public enum Database {

    H2, POSTGRESQL, MARIADB;

    private static final String PREFIX = "bookstore_chapter11_test_";

    /** Its name in {@code bookstore.database}: when this run began, and something random. */
    public static final String NAME = PREFIX + Instant.now().getEpochSecond() + "_"
            + UUID.randomUUID().toString().substring(0, 8);

    private static final Pattern NAME_OF_A_RUN = Pattern.compile(PREFIX + "(\\d+)_\\w+");

    /** Databases older than this belong to a run that was killed. */
    private static final Duration LONGEST_RUN = Duration.ofHours(6);

    private static final Set<Database> CREATED = new HashSet<>();
    private final Set<String> toDrop = new HashSet<>();

    public String profile() {
        return name().toLowerCase();
    }

    /** A pool on an empty database; H2's is new for every call. The caller closes it. */
    public HikariDataSource pool(int size, String... parameters) {
        return poolOn(createOnce(), size, parameters);
    }

    /** Like {@link #pool}, on another database of this server, dropped and created anew. */
    public HikariDataSource freshPool(String suffix, int size, String... parameters) {
        return poolOn(recreate(NAME + "_" + suffix), size, parameters);
    }

    private HikariDataSource poolOn(String database, int size, String... parameters) {
        HikariDataSource pool = new HikariDataSource();
        String separator = this == H2 ? ";" : "?";
        pool.setJdbcUrl(url(database) + (parameters.length == 0 ? "" : separator)
                + String.join(this == H2 ? ";" : "&", parameters));
        pool.setUsername(user());
        pool.setPassword(password());
        pool.setMaximumPoolSize(size);
        pool.setPoolName("bookstore");
        return pool;
    }

    /** Creates the test database once per run of the tests and returns its name. */
    synchronized String createOnce() {
        if (this == H2) {
            return UUID.randomUUID().toString();
        }
        if (CREATED.add(this)) {
            recreate(NAME);
        }
        return NAME;
    }

    private synchronized String recreate(String database) {
        if (this == H2) {
            return UUID.randomUUID().toString();
        }
        if (toDrop.isEmpty()) {
            dropLeftovers();
            Runtime.getRuntime().addShutdownHook(new Thread(this::dropAll));
        }
        drop(database);
        execute("create database " + database);
        toDrop.add(database);
        return database;
    }

    private void drop(String database) {
        execute("drop database if exists " + database + (this == POSTGRESQL ? " with (force)" : ""));
    }

    private synchronized void dropAll() {
        toDrop.forEach(this::drop);
    }

    /** What runs left behind that were killed before they could tidy up. */
    private void dropLeftovers() {
        long oldest = Instant.now().minus(LONGEST_RUN).getEpochSecond();
        for (String database : names()) {
            Matcher run = NAME_OF_A_RUN.matcher(database);
            if (run.matches() && Long.parseLong(run.group(1)) < oldest) {
                drop(database);
            }
        }
    }

    /** The databases of this server. */
    List<String> names() {
        String sql = this == POSTGRESQL ? "select datname from pg_database" : "show databases";
        List<String> names = new ArrayList<>();
        try (Connection connection = connect(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url(this == POSTGRESQL ? "postgres" : ""), user(), password());
    }

    /** Executes a statement that belongs to no database. */
    void execute(String sql) {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private String url(String database) {
        return switch (this) {
            case H2 -> "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1";
            case POSTGRESQL -> "jdbc:postgresql://%s:%d/%s"
                    .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), database);
            case MARIADB -> "jdbc:mariadb://%s:%d/%s"
                    .formatted(Service.MYSQL.host(), Service.MYSQL.port(), database);
        };
    }

    private String user() {
        return switch (this) {
            case H2 -> "sa";
            case POSTGRESQL -> System.getenv().getOrDefault("POSTGRES_USER", "postgres");
            case MARIADB -> System.getenv().getOrDefault("MYSQL_USER", "root");
        };
    }

    private String password() {
        return switch (this) {
            case H2 -> "";
            case POSTGRESQL -> System.getenv().getOrDefault("POSTGRES_PASSWORD", "");
            case MARIADB -> System.getenv().getOrDefault("MYSQL_PASSWORD", "");
        };
    }
}
