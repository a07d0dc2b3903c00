package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.CronExplain;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.scheduling.support.CronTrigger;

class CronTests {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final ZoneId LORD_HOWE = ZoneId.of("Australia/Lord_Howe");

    private static ZonedDateTime at(String local, ZoneId zone) {
        return java.time.LocalDateTime.parse(local).atZone(zone);
    }

    private static List<String> spring(String cron, ZonedDateTime from, int count) {
        return CronExplain.next(cron, from, count).stream().map(t -> t.toLocalDateTime() + " " + t.getOffset()).toList();
    }

    private static List<String> quartz(String cron, ZonedDateTime from, int count) throws Exception {
        org.quartz.CronExpression expression = new org.quartz.CronExpression(cron);
        expression.setTimeZone(TimeZone.getTimeZone(from.getZone()));
        List<String> times = new ArrayList<>();
        Date time = Date.from(from.toInstant());
        while (times.size() < count) {
            time = expression.getNextValidTimeAfter(time);
            ZonedDateTime zoned = time.toInstant().atZone(from.getZone());
            times.add(zoned.toLocalDateTime() + " " + zoned.getOffset());
        }
        return times;
    }

    @Test
    void report() {
        Recording.checkVerbatim("cron-report.txt",
                CronExplain.explain("0 30 2 * * *", at("2026-11-24T10:00", SHANGHAI), 5));
    }

    @Test
    void springForward() {
        Recording.checkVerbatim("cron-gap.txt",
                CronExplain.explain("0 30 2 * * *", at("2026-03-06T10:00", NEW_YORK), 4));
        // 三月的第二个星期天就是拨钟的那天：日历上有这一天，只是没有两点半
        assertThat(CronExplain.explain("0 30 2 * 3 SUN#2", at("2026-01-01T00:00", NEW_YORK), 3))
                .endsWith("没有下一次：每次都是这个时区没有的时刻\n");
    }

    @Test
    void fallBack() {
        Recording.checkVerbatim("cron-overlap.txt",
                CronExplain.explain("0 30 1 * * *", at("2026-10-30T10:00", NEW_YORK), 4)
                        + "\n" + CronExplain.explain("0 30 * * * *", at("2026-10-31T23:50", NEW_YORK), 5));
    }

    @Test
    void halfAnHour() {
        assertThat(CronExplain.next("0 0 * * * *", at("2026-04-05T00:10", LORD_HOWE), 3)).doesNotHaveDuplicates();
        Recording.checkVerbatim("cron-half-hour.txt",
                CronExplain.explain("0 15 2 * * *", at("2026-10-02T10:00", LORD_HOWE), 3)
                        + "\n" + CronExplain.explain("0 0 * * * *", at("2026-04-05T00:10", LORD_HOWE), 3));
    }

    /** With the clock of the scheduler at start, the one runs more than a hundred times and the other once. */
    private static void runsAgainAndAgain(ZonedDateTime start, CronTrigger again, CronTrigger once) {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setClock(Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), start)));
        scheduler.initialize();
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        try {
            scheduler.schedule(runs::incrementAndGet, again);
            scheduler.schedule(other::incrementAndGet, once);
            await().atMost(Duration.ofSeconds(60)).until(() -> runs.get() > 100 && other.get() > 0);
            assertThat(other).hasValue(1);
        }
        finally {
            scheduler.shutdown();
        }
    }

    @Test
    void halfAnHourBackRunsAgainAndAgain() {
        runsAgainAndAgain(at("2026-04-05T00:59:59", LORD_HOWE), new CronTrigger("0 0 * * * *", LORD_HOWE),
                new CronTrigger("0 0 * * * *", ZoneOffset.UTC));
        // 2026 年二月只有 28 天，倒数第 29 天算到了一月
        runsAgainAndAgain(at("2026-01-31T08:59:58", SHANGHAI), new CronTrigger("0 0 9 L-28 * *", SHANGHAI),
                new CronTrigger("0 0 9 L * *", SHANGHAI));
        assertThat(CronExplain.explain("0 0 9 L-28 * *", at("2026-01-10T00:00", SHANGHAI), 2)).endsWith("""
                  2026-01-31 周六 09:00:00 +08:00  ← 到 02-01 00:00 为止，一次接一次地做
                  2026-03-03 周二 09:00:00 +08:00
                """.indent(0));
    }

    @Test
    void quartzDiffers() throws Exception {
        StringBuilder table = new StringBuilder("表达式\t从\tSpring\tQuartz\n");
        String[][] rows = {
                {"0 30 2 * * *", "0 30 2 * * ?", "2026-03-07T12:00"},
                {"0 30 1 * * *", "0 30 1 * * ?", "2026-10-31T12:00"},
                {"0 30 * * * *", "0 30 * * * ?", "2026-11-01T00:10"}};
        for (String[] row : rows) {
            ZonedDateTime from = at(row[2], NEW_YORK);
            table.append('`').append(row[0]).append("`\t").append(row[2].replace('T', ' ')).append('\t')
                    .append(String.join("；", spring(row[0], from, 3))).append('\t')
                    .append(String.join("；", quartz(row[1], from, 3))).append('\n');
        }
        Recording.checkVerbatim("spring-quartz-clock.tsv", table.toString());
    }

    @Test
    void shanghaiHasNoChange() {
        assertThat(SHANGHAI.getRules().nextTransition(Instant.parse("1992-01-01T00:00:00Z"))).isNull();
        assertThat(SHANGHAI.getRules().nextTransition(Instant.parse("1991-01-01T00:00:00Z"))).isNotNull();
    }

    @Test
    void weekdays() throws Exception {
        Table table = new Table("星期字段写", "Spring", "Quartz");
        for (int day = 1; day <= 7; day++) {
            ZonedDateTime from = at("2026-11-22T23:00", SHANGHAI);
            String spring = CronExplain.next("0 0 0 ? * " + day, from, 1).getFirst().getDayOfWeek().name();
            org.quartz.CronExpression quartz = new org.quartz.CronExpression("0 0 0 ? * " + day);
            quartz.setTimeZone(TimeZone.getTimeZone(SHANGHAI));
            String other = quartz.getNextValidTimeAfter(Date.from(from.toInstant())).toInstant().atZone(SHANGHAI)
                    .getDayOfWeek().name();
            table.row(day, spring, other);
        }
        Recording.checkVerbatim("weekdays.txt", table.toString());
    }

    @Test
    void fiveFields() {
        Throwable thrown = catchThrowable(() -> CronExpression.parse("30 2 * * *"));
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cron expression must consist of 6 fields (found 5 in \"30 2 * * *\")");
    }

    @Test
    void bothDays() throws Exception {
        // 13 号并且是星期五
        assertThat(CronExplain.next("0 0 9 13 * FRI", at("2026-01-01T00:00", SHANGHAI), 3))
                .allSatisfy(time -> assertThat(time.getDayOfMonth()).isEqualTo(13))
                .allSatisfy(time -> assertThat(time.getDayOfWeek().name()).isEqualTo("FRIDAY"));
        assertThatThrownBy(() -> new org.quartz.CronExpression("0 0 9 13 * FRI"))
                .hasMessageContaining("Support for specifying both a day-of-week AND a day-of-month parameter is not implemented");
    }

    @Test
    void thirtyFirst() {
        Recording.checkVerbatim("cron-31.txt",
                CronExplain.explain("0 0 9 31 * *", at("2026-01-01T00:00", SHANGHAI), 5)
                        + "\n" + CronExplain.explain("0 0 9 L * *", at("2026-01-01T00:00", SHANGHAI), 3)
                        + "\n" + CronExplain.explain("0 0 9 30 2 *", at("2026-01-01T00:00", SHANGHAI), 3));
    }

    @Test
    void onlyMonthsTheExpressionNamesAreMissing() {
        // 12 月 31 日每年都有，中间没有哪个月是因为短才跳过的
        assertThat(CronExplain.explain("0 0 9 31 12 *", at("2026-01-01T00:00", SHANGHAI), 3)).doesNotContain("没有");
        assertThat(CronExplain.explain("0 0 9 31 6,12 *", at("2026-01-01T00:00", SHANGHAI), 1)).contains("← 6 月没有 31 日");
        assertThat(CronExplain.explain("0 0 9 29 2 *", at("2026-03-01T00:00", SHANGHAI), 1)).contains("← 2 月没有 29 日");
        assertThat(CronExplain.explain("0 0 9 31 * *", at("2026-11-24T00:00", SHANGHAI), 1)).contains("← 11 月没有 31 日");
        // Spring 不管开头的空格
        assertThat(CronExplain.explain(" 0 0 9 31 * *", at("2026-11-24T00:00", SHANGHAI), 1)).contains("← 11 月没有 31 日");
        // 一格里写了几个日子，太短的月份也说得出来
        assertThat(CronExplain.explain("0 0 9 15,31 * *", at("2026-04-10T00:00", SHANGHAI), 3)).endsWith("""
                  2026-04-15 周三 09:00:00 +08:00
                  2026-05-15 周五 09:00:00 +08:00  ← 4 月没有 31 日
                  2026-05-31 周日 09:00:00 +08:00
                """.indent(0));
        assertThat(CronExplain.explain("0 0 9 1-31 * *", at("2026-04-29T00:00", SHANGHAI), 3)).doesNotContain("没有");
        // 第五个星期一、最后一天：跳过的月份不是因为没有这一天
        assertThat(CronExplain.explain("0 0 9 * * MON#5", at("2026-01-01T00:00", SHANGHAI), 9)).doesNotContain("没有");
        assertThat(CronExplain.explain("0 0 9 L * FRI", at("2026-01-01T00:00", SHANGHAI), 9)).doesNotContain("没有");
    }

    /** The nearest weekday of a Sunday is the Monday after it: after the last day of a month, Spring finds none. */
    @Test
    void nearestWeekdayOfALastDayThatIsASunday() throws Exception {
        assertThat(CronExplain.explain("0 0 9 31W * *", at("2026-12-01T00:00", SHANGHAI), 2)).endsWith("""
                  2026-12-31 周四 09:00:00 +08:00
                  2027-03-31 周三 09:00:00 +08:00  ← 1 月 31 日是周日，31W 落空，2 月没有 31 日
                """.indent(0));
        assertThat(CronExplain.explain("0 0 9 30W 4 *", at("2027-05-01T00:00", SHANGHAI), 1))
                .contains("2029-04-30").endsWith("← 4 月 30 日是周日，30W 落空\n");
        // The last day of April is the Friday before a Saturday that would be its 31st: it does not stand in for it.
        assertThat(CronExplain.explain("0 0 9 31W * *", at("2027-04-01T00:00", SHANGHAI), 1))
                .endsWith("  2027-05-31 周一 09:00:00 +08:00  ← 4 月没有 31 日\n");
        assertThat(quartz("0 0 9 31W * ?", at("2026-12-31T12:00", SHANGHAI), 1)).containsExactly("2027-01-29T09:00 +08:00");
        assertThat(quartz("0 0 9 30W 4 ?", at("2027-05-01T00:00", SHANGHAI), 1)).containsExactly("2028-04-28T09:00 +08:00");
    }

    @Test
    void countsTheTimesThatADayDoesNotHave() {
        assertThat(CronExplain.explain("0 * * * * *", at("2026-03-08T01:59", NEW_YORK), 1))
                .endsWith("2026-03-08 周日 03:00:00 -04:00  ← 03-08 02:00 起的 60 次不存在\n");
    }

    @Test
    void askedForNoneItSaysNothingOfTheCalendar() {
        assertThat(CronExplain.explain("0 0 9 * * *", at("2026-01-01T00:00", SHANGHAI), 0)).doesNotContain("没有下一次");
    }

    /** In YAML a star at the beginning of a value is an alias, unless there are quotes around it. */
    @Test
    void aStarFirstWantsQuotesInYaml() throws Exception {
        for (String cron : List.of("* * * * * *", "*/10 * * * * *")) {
            assertThatThrownBy(() -> yaml(cron)).hasMessageContaining("while scanning an alias");
            assertThat(yaml("'" + cron + "'")).isEqualTo(cron);
        }
        assertThat(yaml("0 30 2 * * *")).isEqualTo("0 30 2 * * *");
        assertThatThrownBy(() -> yaml("-")).hasMessageContaining("sequence entries are not allowed here");
        assertThat(yaml("'-'")).isEqualTo("-");
    }

    private static Object yaml(String cron) throws Exception {
        byte[] text = ("bookstore.report.cron: " + cron).getBytes(StandardCharsets.UTF_8);
        return new YamlPropertySourceLoader().load("application.yml", new ByteArrayResource(text)).getFirst()
                .getProperty("bookstore.report.cron");
    }

    @Test
    void everySevenMinutes() {
        String minutes = CronExplain.next("0 */7 * * * *", at("2026-11-24T10:30", SHANGHAI), 8).stream()
                .map(time -> "%02d:%02d".formatted(time.getHour(), time.getMinute())).collect(Collectors.joining(" "));
        assertThat(minutes).isEqualTo("10:35 10:42 10:49 10:56 11:00 11:07 11:14 11:21");
    }

    @Test
    void macros() {
        ZonedDateTime from = at("2026-11-24T10:30", SHANGHAI);
        assertThat(CronExplain.next("@daily", from, 2)).isEqualTo(CronExplain.next("0 0 0 * * *", from, 2));
        assertThat(CronExplain.next("0 0 9 * * MON#2", from, 1).getFirst().toLocalDate())
                .isEqualTo(LocalDate.of(2026, 12, 14));
        assertThat(CronExplain.next("0 0 9 LW * *", from, 1).getFirst().toLocalDate())
                .isEqualTo(LocalDate.of(2026, 11, 30));
    }
}
