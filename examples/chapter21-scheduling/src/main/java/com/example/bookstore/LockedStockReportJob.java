package com.example.bookstore;

import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// region job
@Component
@Profile("locked")
public class LockedStockReportJob {

    private final StockReport report;

    public LockedStockReportJob(StockReport report) {
        this.report = report;
    }

    @Scheduled(cron = "${bookstore.report.cron}", zone = "${bookstore.report.zone}")
    @SchedulerLock(name = "stock-report", lockAtMostFor = "10m",
            lockAtLeastFor = "${bookstore.report.lock-at-least:1m}")
    public void run() {
        // 没有锁就不往下走：注解没有生效时，这一行会报错
        LockAssert.assertLocked();
        report.write();
    }
}
// endregion job
