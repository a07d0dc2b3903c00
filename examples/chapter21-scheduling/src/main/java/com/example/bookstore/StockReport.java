package com.example.bookstore;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Writes one row per report, so that a report written twice can be seen. */
@Service
public class StockReport {

    private final JdbcClient jdbc;
    private final InstantSource clock;
    private final String instance;

    public StockReport(JdbcClient jdbc, InstantSource clock, @Value("${bookstore.instance:one}") String instance) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.instance = instance;
    }

    public void write() {
        Instant due = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        jdbc.sql("insert into stock_report (due, written_by) values (?, ?)").params(due.toString(), instance).update();
    }
}
