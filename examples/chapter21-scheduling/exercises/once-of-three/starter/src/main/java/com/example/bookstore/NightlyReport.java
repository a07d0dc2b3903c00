package com.example.bookstore;

import java.time.Duration;
import java.time.LocalDate;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/** Each of the three instances has one, on the same database. */
public class NightlyReport {

    private final JdbcTemplate jdbc;
    private final Duration lockAtMost;

    public NightlyReport(DataSource database, Duration lockAtMost) {
        this.jdbc = new JdbcTemplate(database);
        this.lockAtMost = lockAtMost;
    }

    // region write
    /** 到点时三个实例都会调用；collect 是收集数据的那几分钟。 */
    public void write(LocalDate day, Runnable collect) {
        collect.run();
        jdbc.update("insert into nightly_report (report_day) values (?)", day);
    }
    // endregion write
}
