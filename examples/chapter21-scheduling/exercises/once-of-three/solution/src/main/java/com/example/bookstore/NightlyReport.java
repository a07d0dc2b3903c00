package com.example.bookstore;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

import javax.sql.DataSource;

import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Each of the three instances has one, on the same database. */
public class NightlyReport {

    private final JdbcTemplate jdbc;
    private final Duration lockAtMost;
    private final DefaultLockingTaskExecutor executor;

    public NightlyReport(DataSource database, Duration lockAtMost) {
        this.jdbc = new JdbcTemplate(database);
        this.lockAtMost = lockAtMost;
        this.executor = new DefaultLockingTaskExecutor(new JdbcTemplateLockProvider(
                JdbcTemplateLockProvider.Configuration.builder().withJdbcTemplate(jdbc).usingDbTime().build()));
    }

    // region write
    /** 到点时三个实例都会调用；collect 是收集数据的那几分钟。 */
    public void write(LocalDate day, Runnable collect) {
        executor.executeWithLock((Runnable) () -> {
            // 锁会到期、会放开，这一天写过没有要看数据自己
            if (written(day)) {
                return;
            }
            collect.run();
            try {
                jdbc.update("insert into nightly_report (report_day) values (?)", day);
            }
            catch (DuplicateKeyException ex) {
                // 收集的时候锁到期了，别的实例已经写了这一天的
            }
        }, new LockConfiguration(Instant.now(), "nightly-report", lockAtMost, Duration.ZERO));
    }

    private boolean written(LocalDate day) {
        return jdbc.queryForObject("""
                select count(*) from nightly_report where report_day = ?""",
                Integer.class, day) > 0;
    }
    // endregion write
}
