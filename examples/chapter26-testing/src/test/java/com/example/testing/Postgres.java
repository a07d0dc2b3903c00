package com.example.testing;

import java.util.UUID;

import com.example.book.Service;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A schema of its own in the machine's PostgreSQL, dropped when this JVM ends. */
public final class Postgres {

    private Postgres() {
    }

    /** The address of a new, empty schema. */
    public static String newSchema() {
        String schema = "chapter26_" + UUID.randomUUID().toString().substring(0, 8);
        String server = "jdbc:postgresql://%s:%d/postgres?user=postgres"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port());
        JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(server));
        jdbc.execute("create schema " + schema);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> jdbc.execute("drop schema " + schema + " cascade")));
        return server + "&currentSchema=" + schema;
    }
}
