package com.example.bookstore;

import java.util.UUID;

import com.example.book.Service;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A schema of its own in the machine's PostgreSQL, dropped when closed. */
public final class Postgres implements AutoCloseable {

    private final String schema = "chapter22_" + UUID.randomUUID().toString().substring(0, 8);
    private final SingleConnectionDataSource database;

    public Postgres(String... scripts) {
        database = new SingleConnectionDataSource(url("chapter22"), true);
        jdbc().execute("create schema " + schema);
        for (String script : scripts) {
            new ResourceDatabasePopulator(new ClassPathResource(script)).execute(database);
        }
    }

    /**
     * The address for an application, which {@code pg_stat_activity} then shows by this name. What is killed is the
     * application, never PostgreSQL: a commit need not wait for the disk.
     */
    public String url(String application) {
        return "jdbc:postgresql://%s:%d/postgres?user=postgres&currentSchema=%s&ApplicationName=%s&options=-c%%20synchronous_commit=off"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), schema, application);
    }

    public JdbcTemplate jdbc() {
        return new JdbcTemplate(database);
    }

    @Override
    public void close() {
        jdbc().execute("drop schema " + schema + " cascade");
        database.destroy();
    }
}
