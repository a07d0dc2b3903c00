package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.bookstore.LockedStockReportJob;
import com.example.bookstore.ReadsTheLog;
import com.example.bookstore.StockReport;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

@Timeout(60)
@Order(2)
@ReadsTheLog
class LockTests {

    private EmbeddedDatabase database;
    private int runs;

    @BeforeEach
    void start() {
        database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true)
                .addScript("schema.sql").build();
    }

    @AfterEach
    void stop() {
        database.shutdown();
    }

    private LockProvider provider() {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate((DataSource) database)).usingDbTime().build());
    }

    private static LockConfiguration lock(Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), "stock-report", atMost, atLeast);
    }

    private void run(LockProvider provider, Duration atLeast) {
        new DefaultLockingTaskExecutor(provider).executeWithLock((Runnable) () -> runs++,
                lock(Duration.ofMinutes(10), atLeast));
    }

    @Test
    void shortJobRunsTwice() {
        // 两台机器的钟差几毫秒：第一台做完放了锁，第二台才来
        run(provider(), Duration.ZERO);
        run(provider(), Duration.ZERO);
        assertThat(runs).isEqualTo(2);
    }

    @Test
    void atLeastKeepsTheSecondOut() {
        run(provider(), Duration.ofMinutes(1));
        run(provider(), Duration.ofMinutes(1));
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void tooShortAtMost() {
        Optional<SimpleLock> first = provider().lock(lock(Duration.ofMillis(300), Duration.ZERO));
        assertThat(first).isPresent();
        assertThat(provider().lock(lock(Duration.ofMillis(300), Duration.ZERO))).isEmpty();
        // 第一个还没有做完（没有 unlock），时间一到第二个就进来了
        await().until(() -> provider().lock(lock(Duration.ofMillis(300), Duration.ZERO)).isPresent());
    }

    /** The picture: who comes while the dead one's lock lasts goes away, who comes afterwards works. */
    @Test
    void theFigureShowsWhoGoesAway() throws IOException {
        Duration atMost = Duration.ofSeconds(2);
        List<String> other = new ArrayList<>(List.of("乙"));
        assertThat(provider().lock(lock(atMost, Duration.ZERO))).isPresent(); // 甲死了，没有人放锁
        for (int time = 1; time <= 3; time++) {
            other.add(provider().lock(lock(atMost, Duration.ZERO)).isPresent() ? "拿到锁，做" : "没拿到，走开");
        }
        await().until(() -> provider().lock(lock(atMost, Duration.ZERO)).isPresent());
        other.add("拿到锁，做");
        String figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter21-scheduling/killed-holder.svg"));
        SortedMap<Double, String> drawn = new TreeMap<>();
        Pattern.compile("<text x=\"360(?:\\.0)?\" y=\"([\\d.]+)\"[^>]*>([^<]+)</text>").matcher(figure).results()
                .forEach(word -> drawn.put(Double.parseDouble(word.group(1)), word.group(2)));
        assertThat(drawn.values()).containsExactlyElementsOf(other);
        // The red line is where the lock runs out.
        Matcher end = Pattern.compile("<path d=\"M154 (\\d+)H286\" stroke=\"#b4432c\"").matcher(figure);
        assertThat(end.find()).isTrue();
        assertThat(drawn.tailMap(Double.valueOf(end.group(1))).values()).containsExactly("拿到锁，做");
    }

    @Test
    void exceptionReleases() {
        Throwable thrown = catchThrowable(() -> new DefaultLockingTaskExecutor(provider()).executeWithLock(
                (Runnable) () -> {
                    throw new IllegalStateException("报表没有写成");
                }, lock(Duration.ofMinutes(10), Duration.ZERO)));
        assertThat(thrown).hasMessage("报表没有写成");
        assertThat(provider().lock(lock(Duration.ofMinutes(10), Duration.ZERO))).isPresent();
    }

    @Test
    void exceptionReleasesNotBeforeAtLeast() {
        assertThat(catchThrowable(() -> new DefaultLockingTaskExecutor(provider()).executeWithLock(
                (Runnable) () -> {
                    throw new IllegalStateException("报表没有写成");
                }, lock(Duration.ofMinutes(10), Duration.ofMinutes(1))))).hasMessage("报表没有写成");
        assertThat(provider().lock(lock(Duration.ofMinutes(10), Duration.ZERO))).isEmpty();
    }

    /** Half of lockAtMostFor, which is at least fifteen seconds, passes in 50 ms here. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void keepAliveGivesUpAfterOneFailure(CapturedOutput output) {
        AtomicReference<ScheduledFuture<?>> extending = new AtomicReference<>();
        JdbcTemplate jdbc = new JdbcTemplate((DataSource) database);
        try (ScheduledThreadPoolExecutor soon = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initial, long period, TimeUnit unit) {
                assertThat(unit.toSeconds(period)).isEqualTo(15);
                extending.set(super.scheduleAtFixedRate(task, 50, 50, TimeUnit.MILLISECONDS));
                return extending.get();
            }
        }) {
            Optional<SimpleLock> held = new KeepAliveLockProvider((ExtensibleLockProvider) provider(), soon)
                    .lock(lock(Duration.ofSeconds(30), Duration.ZERO));
            Timestamp first = until(jdbc);
            await().until(() -> until(jdbc).after(first));
            jdbc.execute("alter table shedlock rename to elsewhere"); // 数据库有一次没有响应
            await().until(() -> extending.get().isDone());
            jdbc.execute("alter table elsewhere rename to shedlock"); // 又好了
            assertThat(extending.get().state()).isEqualTo(Future.State.FAILED);
            Timestamp last = until(jdbc);
            await().during(Duration.ofMillis(300)).until(() -> until(jdbc).equals(last));
            held.orElseThrow().unlock();
        }
        assertThat(output).doesNotContain("Exception", "WARN", "ERROR");
    }

    /** As a job on Boot's only thread, with that thread for the extending, too. */
    @Test
    void keepAliveWaitsForTheJobsThread() throws Exception {
        JdbcTemplate jdbc = new JdbcTemplate((DataSource) database);
        try (ScheduledThreadPoolExecutor only = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initial, long period, TimeUnit unit) {
                return super.scheduleAtFixedRate(task, 50, 50, TimeUnit.MILLISECONDS);
            }
        }) {
            LockProvider locks = new KeepAliveLockProvider((ExtensibleLockProvider) provider(), only);
            AtomicReference<SimpleLock> held = new AtomicReference<>();
            Timestamp first = only.submit(() -> {
                held.set(locks.lock(lock(Duration.ofSeconds(30), Duration.ZERO)).orElseThrow());
                Timestamp until = until(jdbc);
                await().during(Duration.ofMillis(300)).until(() -> until(jdbc).equals(until)); // the job, six times as long
                return until;
            }).get();
            await().until(() -> until(jdbc).after(first)); // the thread is free
            held.get().unlock();
        }
    }

    /** Nobody knows whether the job works or hangs: its lock is extended until the process is gone. */
    @Test
    void keepAliveGoesOnWhileTheJobHangs() throws Exception {
        Constructor<KeepAliveLockProvider> shorter = KeepAliveLockProvider.class.getDeclaredConstructor(
                ExtensibleLockProvider.class, ScheduledExecutorService.class, Duration.class);
        shorter.setAccessible(true); // without the thirty seconds
        Duration atMost = Duration.ofSeconds(2);
        try (ScheduledThreadPoolExecutor process = new ScheduledThreadPoolExecutor(1)) {
            assertThat(shorter.newInstance(provider(), process, atMost).lock(lock(atMost, Duration.ZERO))).isPresent();
            await().during(atMost.multipliedBy(3)).atMost(atMost.multipliedBy(4))
                    .until(() -> provider().lock(lock(atMost, Duration.ZERO)).isEmpty());
            process.shutdownNow(); // kill -9
            await().until(() -> provider().lock(lock(atMost, Duration.ZERO)).isPresent());
        }
    }

    private static Timestamp until(JdbcTemplate jdbc) {
        return jdbc.queryForObject("select lock_until from shedlock", Timestamp.class);
    }

    @Test
    void aTestMayCallTheLockedJobItself() {
        StockReport report = new StockReport(null, null, "one") {
            @Override
            public void write() {
                runs++;
            }
        };
        LockAssert.TestHelper.makeAllAssertsPass(true);
        try {
            new LockedStockReportJob(report).run();
        }
        finally {
            LockAssert.TestHelper.makeAllAssertsPass(false);
        }
        assertThat(runs).isEqualTo(1);
        assertThat(catchThrowable(() -> new LockedStockReportJob(report).run())).hasMessage("The task is not locked.");
    }

    @Test
    void notLocked() {
        Throwable thrown = catchThrowable(() -> new LockedStockReportJob(null).run());
        Recording.check("not-locked.txt", thrown);
    }

    @Test
    void tableMissing() {
        new JdbcTemplate((DataSource) database).execute("drop table shedlock");
        Throwable thrown = catchThrowable(() -> provider().lock(lock(Duration.ofMinutes(10), Duration.ZERO)));
        Recording.check("lock-table-missing.txt", thrown);
    }
}
