package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.CronExpression;

class ReportScheduleTest {

    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

    private static List<ZonedDateTime> times(int year) {
        List<ZonedDateTime> times = new ArrayList<>();
        CronExpression expression = CronExpression.parse(ReportSchedule.CRON);
        ZonedDateTime time = expression.next(LocalDate.of(year, 1, 1).atStartOfDay(ReportSchedule.ZONE).minusSeconds(1));
        while (time != null && time.withZoneSameInstant(NEW_YORK).getYear() == year) {
            times.add(time.withZoneSameInstant(NEW_YORK));
            time = expression.next(time);
        }
        return times;
    }

    @Test
    @DisplayName("2026 到 2030 年，每一天都有一张报表，不多不少")
    void onceADay() {
        for (int year = 2026; year <= 2030; year++) {
            List<LocalDate> days = LocalDate.of(year, 1, 1).datesUntil(LocalDate.of(year + 1, 1, 1)).toList();
            List<LocalDate> written = times(year).stream().map(ZonedDateTime::toLocalDate).toList();
            assertThat(days.stream().filter(day -> !written.contains(day)).toList()).as(year + " 年没有报表的日子").isEmpty();
            assertThat(written).as(year + " 年每天一张").doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("纽约的早上六点之前写好")
    void beforeSix() {
        assertThat(times(2026)).allSatisfy(time -> assertThat(time.toLocalTime()).isBefore(LocalTime.of(6, 0)));
    }

    @Test
    @DisplayName("还是按纽约的钟")
    void zone() {
        assertThat(ReportSchedule.ZONE).isEqualTo(NEW_YORK);
    }
}
