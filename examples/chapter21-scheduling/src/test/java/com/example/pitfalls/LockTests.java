package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import javax.sql.DataSource;

import com.example.book.Recording;
import com.example.bookstore.LockedStockReportJob;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

@Timeout(60)
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
