package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;
import org.springframework.scheduling.support.PeriodicTrigger;
import org.springframework.scheduling.support.SimpleTriggerContext;

@Timeout(60)
class TimingTests {

    private static final Instant ZERO = Instant.parse("2026-11-24T10:00:00Z");

    /** A run in seconds: when it should have started and when it did. */
    private record Run(long due, long start) {
    }

    /** One thread, the first run takes 12 s, the others 1 s: asks Spring's own trigger for every next start. */
    private static List<Run> runs(Trigger trigger, int count) {
        // cron 的下一次在现在之后，所以它从差一毫秒开始问
        Instant asked = trigger instanceof CronTrigger ? ZERO.minusMillis(1) : ZERO;
        SimpleTriggerContext context = new SimpleTriggerContext(Clock.fixed(asked, ZoneOffset.UTC));
        List<Run> runs = new ArrayList<>();
        Instant free = ZERO;
        for (int run = 1; run <= count; run++) {
            Instant due = trigger.nextExecution(context);
            Instant start = due.isBefore(free) ? free : due;
            Instant end = start.plusSeconds(run == 1 ? 12 : 1);
            context.update(due, start, end);
            free = end;
            runs.add(new Run(Duration.between(ZERO, due).toSeconds(), Duration.between(ZERO, start).toSeconds()));
        }
        return runs;
    }

    private static String starts(Trigger trigger) {
        return runs(trigger, 6).stream().map(run -> "%5d".formatted(run.start())).collect(Collectors.joining());
    }

    private static Trigger every(Duration period, boolean fixedRate) {
        PeriodicTrigger trigger = new PeriodicTrigger(period);
        trigger.setFixedRate(fixedRate);
        return trigger;
    }

    private final Trigger rate = every(Duration.ofSeconds(5), true);
    private final Trigger delay = every(Duration.ofSeconds(5), false);
    private final Trigger cron = new CronTrigger("*/5 * * * * *", ZoneOffset.UTC);

    @Test
    void overrun() {
        Recording.checkVerbatim("overrun.txt", """
                第几次              1    2    3    4    5    6
                fixedRate = 5s  %s
                fixedDelay = 5s %s
                cron = */5      %s
                """.formatted(starts(rate), starts(delay), starts(cron)));
    }

    /** The boxes of one lane of the figure as "from+length colour", ten units to a second. */
    private static List<String> drawn(String figure, int y) {
        return Pattern.compile("<rect x=\"(\\d+)\" y=\"" + y + "\" width=\"(\\d+)\" height=\"36\" fill=\"(#\\w+)\"")
                .matcher(figure).results().map(box -> (Integer.parseInt(box.group(1)) - 20) / 10.0 + "+"
                        + Integer.parseInt(box.group(2)) / 10.0 + " " + switch (box.group(3)) {
                            case "#fbe3dd" -> "补上的";
                            case "#d9efdf" -> "按时的";
                            default -> "第一次";
                        }).toList();
    }

    /** The first forty seconds, as the figure has them. */
    private static List<String> computed(Trigger trigger) {
        return runs(trigger, 10).stream().filter(run -> run.start() < 40).map(run -> run.start() == 0 ? "0.0+12.0 第一次"
                : run.start() + ".0+1.0 " + (run.start() > run.due() ? "补上的" : "按时的")).toList();
    }

    @Test
    void theFigureShowsTheseRuns() throws IOException {
        String figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter21-scheduling/overrun.svg"));
        assertThat(drawn(figure, 50)).isEqualTo(computed(rate));
        assertThat(drawn(figure, 164)).isEqualTo(computed(delay));
        assertThat(drawn(figure, 278)).isEqualTo(computed(cron));
    }

    @Test
    void catchesUp() throws Exception {
        // 第一次运行占着线程，直到错过了至少四个周期；放开之后，错过的几次一次接一次补上
        try (Scheduler scheduler = new Scheduler()) {
            CountDownLatch open = new CountDownLatch(1);
            List<Long> starts = new CopyOnWriteArrayList<>();
            Duration period = Duration.ofMillis(600);
            scheduler.pool.scheduleAtFixedRate(() -> {
                starts.add(System.nanoTime());
                try {
                    open.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            }, period);
            await().until(() -> starts.size() == 1);
            long first = starts.getFirst();
            await().until(() -> System.nanoTime() - first > period.toNanos() * 5);
            open.countDown();
            await().until(() -> starts.size() >= 5);
            long burst = starts.get(4) - starts.get(1);
            assertThat(burst).isLessThan(period.toNanos() * 2);
        }
    }

    private static final class Scheduler implements AutoCloseable {

        private final ThreadPoolTaskScheduler pool = new ThreadPoolTaskScheduler();

        Scheduler() {
            pool.initialize();
        }

        @Override
        public void close() {
            pool.shutdown();
        }
    }
}
