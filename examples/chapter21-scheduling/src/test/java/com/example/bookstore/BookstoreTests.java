package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.transaction.annotation.Transactional;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = "spring.sql.init.data-locations=")
@ActiveProfiles("test")
@Timeout(90)
@WritesTheLog
class BookstoreTests {

    @Autowired
    private Orders orders;

    // region test
    @Test
    void cancelsAfterThirtyMinutes() {
        Instant now = Instant.parse("2026-11-24T10:00:00Z");
        orders.place(now.minus(Duration.ofMinutes(31)));
        orders.place(now.minus(Duration.ofMinutes(29)));

        new UnpaidOrders(orders, InstantSource.fixed(now)).cancel();

        assertThat(orders.count("CANCELLED")).isEqualTo(1);
        assertThat(orders.count("NEW")).isEqualTo(1);
    }
    // endregion test

    /** What two instances may do one after the other; and a paid order is left alone. */
    @Test
    @Transactional
    void theSecondFindsNothingToCancel(@Autowired JdbcClient jdbc) {
        Instant limit = Instant.parse("2026-11-24T10:00:00Z");
        jdbc.sql("delete from book_order").update(); // rolled back at the end, like the rest
        orders.place(limit.minusSeconds(1));
        orders.place(limit);
        jdbc.sql("insert into book_order (status, placed_at) values ('PAID', ?)")
                .param(limit.minusSeconds(1).atOffset(ZoneOffset.UTC)).update();

        assertThat(orders.cancelUnpaid(limit)).isEqualTo(1);
        assertThat(orders.cancelUnpaid(limit)).isZero();

        assertThat(List.of(orders.count("CANCELLED"), orders.count("NEW"), orders.count("PAID"))).containsExactly(1L, 1L, 1L);
    }

    @Test
    void nothingScheduledInTheTestProfile(@Autowired ObjectProvider<ScheduledTaskHolder> holders) {
        assertThat(holders.stream().flatMap(holder -> holder.getScheduledTasks().stream())).isEmpty();
    }

    @Test
    void firstRun() {
        String console = ConsoleRun.run(ShortLived.command(BookstoreApplication.class, "--server.port=0"),
                Recording.module(), "取消了", Map.of()).output();
        Recording.check("first-run.txt", console.lines().filter(line -> line.contains("取消了"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    void changesWhileRunning() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.initialize();
        AtomicInteger runs = new AtomicInteger();
        ChangeableSchedule schedule = new ChangeableSchedule(scheduler, runs::incrementAndGet, ZoneId.of("Asia/Shanghai"));
        schedule.change("0 0 0 1 1 *");
        schedule.change("* * * * * *");
        await().until(() -> runs.get() > 0);
        assertThatThrownBy(() -> schedule.change("每天")).isInstanceOf(IllegalArgumentException.class);
        int before = runs.get();
        await().until(() -> runs.get() > before);
        assertThat(scheduler.getScheduledThreadPoolExecutor().getQueue().stream()
                .filter(task -> !((java.util.concurrent.Future<?>) task).isCancelled())).hasSizeLessThanOrEqualTo(1);
        scheduler.shutdown();
    }

    @Test
    void refusesATimeThatNeverComes() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.initialize();
        AtomicInteger runs = new AtomicInteger();
        ChangeableSchedule schedule = new ChangeableSchedule(scheduler, runs::incrementAndGet, ZoneId.of("Asia/Shanghai"));
        schedule.change("* * * * * *");
        // 二月三十日：没有写错，却没有下一次
        assertThatThrownBy(() -> schedule.change("0 0 9 30 2 *")).isInstanceOf(IllegalArgumentException.class);
        int before = runs.get();
        await().until(() -> runs.get() > before);
        scheduler.shutdown();
    }

    @Test
    void explainCommand() {
        ConsoleRun wrong = ConsoleRun.java(CronExplain.class, "30 2 * * *", "Asia/Shanghai");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.output()).contains("用法").contains("6 fields");
        ConsoleRun withoutQuotes = ConsoleRun.java(CronExplain.class, "0", "30", "2", "*", "*", "*");
        assertThat(withoutQuotes.exitCode()).isEqualTo(1);
        assertThat(withoutQuotes.output()).contains("表达式要加引号").doesNotContain("ZoneId");
        assertThat(ConsoleRun.java(CronExplain.class, "0 30 2 * * *", "Asia/Shanghai", "2").output().lines().count())
                .isEqualTo(3);
    }

    /** A container often has no LANG: Java then takes the terminal's charset to be ASCII. */
    @Test
    void explainsOnATerminalOfAscii() {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(CronExplain.class, "0 0 9 * * MON", "Asia/Shanghai", "1"));
        command.addAll(command.indexOf("-cp"), List.of("-Dstdout.encoding=US-ASCII", "-Dstderr.encoding=US-ASCII"));
        assertThat(ConsoleRun.run(command, Recording.module(), null, Map.of("LC_ALL", "C")).output()).contains("周一");
        command.removeLast();
        command.set(command.size() - 1, "");
        assertThat(ConsoleRun.run(command, Recording.module(), null, Map.of("LC_ALL", "C")).output()).contains("用法");
    }
}
