package com.example.bookstore;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** For a CronJob: Kubernetes has the clock, the process writes one report and ends. */
// region once
@Component
@ConditionalOnProperty(name = "bookstore.report.once", havingValue = "true")
class ReportOnce implements ApplicationRunner {

    private final NightlyReport report;

    ReportOnce(NightlyReport report) {
        this.report = report;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        report.write();
    }
}
// endregion once
