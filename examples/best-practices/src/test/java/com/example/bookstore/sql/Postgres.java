package com.example.bookstore.sql;

import com.example.book.Service;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** One connection to PostgreSQL; what the tests create are temporary tables, gone when it closes. */
public final class Postgres {

    private Postgres() {
    }

    /** The server's own database, on one connection that the caller closes. */
    public static SingleConnectionDataSource connect() {
        return new SingleConnectionDataSource(
                "jdbc:postgresql://%s:%d/postgres".formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port()),
                System.getenv().getOrDefault("POSTGRES_USER", "postgres"),
                System.getenv().getOrDefault("POSTGRES_PASSWORD", ""), true);
    }
}
