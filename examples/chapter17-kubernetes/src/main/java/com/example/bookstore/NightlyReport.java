package com.example.bookstore;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The report that the owner reads in the morning. */
@Component
class NightlyReport {

    private final JdbcClient jdbc;
    private final StoreSettings settings;

    NightlyReport(JdbcClient jdbc, StoreSettings settings) {
        this.jdbc = jdbc;
        this.settings = settings;
    }

    /** Writes one report for the present second. */
    void write() {
        jdbc.sql("insert into report (due, pod) values (?, ?)")
                .params(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), settings.pod()).update();
    }
}
