package com.example.bookstore;

import java.util.UUID;

import javax.sql.DataSource;

import com.example.book.Service;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A schema of its own in the machine's PostgreSQL, dropped when closed. */
final class Postgres implements AutoCloseable {

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
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
        return this;
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
