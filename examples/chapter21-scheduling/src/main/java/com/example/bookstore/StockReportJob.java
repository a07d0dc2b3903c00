package com.example.bookstore;

import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// region job
@Component
@Profile("!locked")
public class StockReportJob {

    private final StockReport report;

    public StockReportJob(StockReport report) {
        this.report = report;
    }

    @Scheduled(cron = "${bookstore.report.cron}", zone = "${bookstore.report.zone}")
    public void run() {
        report.write();
    }
}
// endregion job
