package com.example.bookstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import com.example.book.Service;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A schema of its own in the machine's PostgreSQL, dropped when closed. */
public final class Postgres implements AutoCloseable {

    private final String schema = "chapter21_" + UUID.randomUUID().toString().substring(0, 8);
    private final DriverManagerDataSource database;

    public Postgres(String... scripts) {
        database = new DriverManagerDataSource(url("chapter21"));
        jdbc().execute("create schema " + schema);
        for (String script : scripts) {
            new ResourceDatabasePopulator(new ClassPathResource(script)).execute(database);
        }
    }

    /** The address for an application, which {@code pg_stat_activity} then shows by this name. */
    public String url(String application) {
        return "jdbc:postgresql://%s:%d/postgres?user=postgres&currentSchema=%s&ApplicationName=%s"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), schema, application);
    }

    public JdbcTemplate jdbc() {
        return new JdbcTemplate(database);
    }

    public Connection connection() throws SQLException {
        return database.getConnection();
    }

    @Override
    public void close() {
        jdbc().execute("drop schema " + schema + " cascade");
    }
}
