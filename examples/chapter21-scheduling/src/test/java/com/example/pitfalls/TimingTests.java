package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

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

    /** One thread, the first run takes 12 s, the others 1 s: asks Spring's own trigger for every next start. */
    private static String starts(Trigger trigger) {
        // cron 的下一次在现在之后，所以它从差一毫秒开始问
        Instant asked = trigger instanceof CronTrigger ? ZERO.minusMillis(1) : ZERO;
        SimpleTriggerContext context = new SimpleTriggerContext(Clock.fixed(asked, ZoneOffset.UTC));
        StringBuilder line = new StringBuilder();
        Instant free = ZERO;
        for (int run = 1; run <= 6; run++) {
            Instant due = trigger.nextExecution(context);
            Instant start = due.isBefore(free) ? free : due;
            Instant end = start.plusSeconds(run == 1 ? 12 : 1);
            context.update(due, start, end);
            free = end;
            line.append("%5d".formatted(Duration.between(ZERO, start).toSeconds()));
        }
        return line.toString();
    }

    @Test
    void overrun() {
        PeriodicTrigger rate = new PeriodicTrigger(Duration.ofSeconds(5));
        rate.setFixedRate(true);
        PeriodicTrigger delay = new PeriodicTrigger(Duration.ofSeconds(5));
        CronTrigger cron = new CronTrigger("*/5 * * * * *", ZoneOffset.UTC);
        Recording.checkVerbatim("overrun.txt", """
                第几次              1    2    3    4    5    6
                fixedRate = 5s  %s
                fixedDelay = 5s %s
                cron = */5      %s
                """.formatted(starts(rate), starts(delay), starts(cron)));
    }

    @Test
    void catchesUp() throws Exception {
        // 第一次运行占着线程，直到错过了至少四个周期；放开之后，错过的几次一次接一次补上
        try (Scheduler scheduler = new Scheduler()) {
            CountDownLatch open = new CountDownLatch(1);
            List<Long> starts = new CopyOnWriteArrayList<>();
            Duration period = Duration.ofMillis(200);
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
