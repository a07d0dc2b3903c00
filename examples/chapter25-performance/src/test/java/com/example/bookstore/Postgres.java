package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import javax.sql.DataSource;

import com.example.book.Service;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A schema of its own in the machine's PostgreSQL, dropped when closed. */
final class Postgres implements AutoCloseable {

    private static final Resource SCHEMA = new ClassPathResource("schema.sql");

    private final String schema = "chapter25_" + UUID.randomUUID().toString().substring(0, 8);
    private final DataSource database = new DriverManagerDataSource(url());

    Postgres() {
        jdbc().execute("create schema " + schema);
    }

    String schema() {
        return schema;
    }

    /** Creates the bookstore's tables. */
    Postgres filled() {
        new ResourceDatabasePopulator(SCHEMA).execute(database);
        return this;
    }

    /** The same with a thousand orders: for tests that look at some of them. */
    Postgres withFewOrders() {
        try {
            String script = SCHEMA.getContentAsString(StandardCharsets.UTF_8);
            String shorter = script.replace("generate_series(1, 100000)", "generate_series(1, 1000)");
            assertThat(shorter).isNotEqualTo(script);
            new ResourceDatabasePopulator(new ByteArrayResource(shorter.getBytes(StandardCharsets.UTF_8))).execute(database);
            return this;
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    String url() {
        return "jdbc:postgresql://%s:%d/postgres?user=postgres&currentSchema=%s&ApplicationName=%s"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port(), schema, schema);
    }

    DataSource dataSource() {
        return database;
    }

    /** Each statement on a connection of its own. */
    JdbcTemplate jdbc() {
        return new JdbcTemplate(database);
    }

    @Override
    public void close() {
        jdbc().queryForList("select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? and pid <> pg_backend_pid()", schema);
        jdbc().execute("drop schema " + schema + " cascade");
    }
}
