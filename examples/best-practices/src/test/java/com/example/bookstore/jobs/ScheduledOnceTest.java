package com.example.bookstore.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Two instances of one application, both with the same scheduled job. */
class ScheduledOnceTest {

    private final AtomicInteger sent = new AtomicInteger();
    private final CountDownLatch ran = new CountDownLatch(2);

    // region bad
    @EnableScheduling
    static class EveryInstance {

        private final AtomicInteger sent;
        private final CountDownLatch ran;

        EveryInstance(AtomicInteger sent, CountDownLatch ran) {
            this.sent = sent;
            this.ran = ran;
        }

        @Scheduled(fixedRate = 1, timeUnit = TimeUnit.DAYS)
        void sendBills() {
            sent.incrementAndGet();
            ran.countDown();
        }
    }
    // endregion bad

    // region good
    @EnableScheduling
    static class OneInstance {

        private final JdbcClient jdbc;
        private final AtomicInteger sent;
        private final CountDownLatch ran;

        OneInstance(JdbcClient jdbc, AtomicInteger sent, CountDownLatch ran) {
            this.jdbc = jdbc;
            this.sent = sent;
            this.ran = ran;
        }

        @Scheduled(fixedRate = 1, timeUnit = TimeUnit.DAYS)
        void sendBills() {
            LocalDate today = LocalDate.now(ZoneId.of("Asia/Shanghai")); // 每个实例同一天
            int claimed = jdbc.sql("""
                    update job set last_day = :today
                    where name = 'bills' and last_day < :today
                    """).param("today", today).update();
            if (claimed == 1) {
                sent.incrementAndGet();
            }
            ran.countDown();
        }
    }
    // endregion good

    private void runOnTwoInstances(Consumer<AnnotationConfigApplicationContext> registration)
            throws InterruptedException {
        try (var first = new AnnotationConfigApplicationContext();
                var second = new AnnotationConfigApplicationContext()) {
            registration.accept(first);
            registration.accept(second);
            first.refresh();
            second.refresh();
            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @DisplayName("两个实例各跑各的：账单发了两遍")
    void sentTwice() throws InterruptedException {
        runOnTwoInstances(context -> context.registerBean(EveryInstance.class,
                () -> new EveryInstance(sent, ran)));
        assertThat(sent).hasValue(2);
    }

    @Test
    @DisplayName("先在数据库里认领：发一遍")
    void sentOnce() throws InterruptedException {
        JdbcClient jdbc = jobs();
        jdbc.sql("insert into job values ('bills', date '2000-01-01')").update();
        runOnTwoInstances(context -> context.registerBean(OneInstance.class,
                () -> new OneInstance(jdbc, sent, ran)));
        assertThat(sent).hasValue(1);
    }

    @Test
    @DisplayName("表里没有这一行：谁也认领不到，一遍也不发，也不报错")
    void withoutTheRowNobodySends() throws InterruptedException {
        JdbcClient jdbc = jobs();
        runOnTwoInstances(context -> context.registerBean(OneInstance.class,
                () -> new OneInstance(jdbc, sent, ran)));
        assertThat(sent).hasValue(0);
    }

    @Test
    @DisplayName("两台机器的时区不同，同一刻的日期也不同：“今天”按书店的时区算，还是发一遍")
    void oneDayWhereverTheInstanceRuns() {
        JdbcClient jdbc = jobs();
        jdbc.sql("insert into job values ('bills', date '2000-01-01')").update();
        TimeZone before = TimeZone.getDefault();
        try {
            // 26 hours apart: never the same date.
            for (String zone : List.of("Etc/GMT+12", "Pacific/Kiritimati")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                new OneInstance(jdbc, sent, ran).sendBills();
            }
        }
        finally {
            TimeZone.setDefault(before);
        }
        assertThat(sent).hasValue(1);
    }

    private static JdbcClient jobs() {
        JdbcClient jdbc = JdbcClient.create(new DriverManagerDataSource(
                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
        jdbc.sql("create table job (name varchar(50) primary key, last_day date not null)").update();
        return jdbc;
    }
}
