package com.example.bookstore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The clock inside each process: with two pods there are two clocks. */
// region schedule
@Component
@ConditionalOnProperty(name = "bookstore.report.inside", havingValue = "true")
class ReportSchedule {

    private final NightlyReport report;

    ReportSchedule(NightlyReport report) {
        this.report = report;
    }

    @Scheduled(cron = "${bookstore.report.cron:0 0 2 * * *}", zone = "Asia/Shanghai")
    void nightly() {
        report.write();
    }
}
// endregion schedule
