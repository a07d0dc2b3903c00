package com.example.bookstore;

import java.time.ZoneId;

public final class ReportSchedule {

    // region schedule
    public static final String CRON = "0 30 4 * * *";
    public static final ZoneId ZONE = ZoneId.of("America/New_York");
    // endregion schedule

    private ReportSchedule() {
    }
}
