package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.INTEGER;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.Service;
import com.example.book.Table;
import com.example.measure.ClosedLoop;
import com.example.measure.Latencies;
import com.example.measure.OpenLoop;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(180)
@Isolated
class PoolTests {

    private static final Duration HOLD = Duration.ofMillis(40);

    private static HikariDataSource h2(int size, long timeoutMillis) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:chapter19_little;DB_CLOSE_DELAY=-1");
        pool.setMaximumPoolSize(size);
        pool.setConnectionTimeout(timeoutMillis);
        return pool;
    }

    /** Takes a connection and keeps it as long as a page with its statements would. */
    private static Object hold(HikariDataSource pool, AtomicLong held) throws Exception {
        try (Connection connection = pool.getConnection()) {
            long start = System.nanoTime();
            Thread.sleep(HOLD);
            held.addAndGet(System.nanoTime() - start);
            return connection;
        }
    }

    /** Little: the number in use is how many come per second times how long each stays. */
    @Test
    void littlesLaw() throws Exception {
        int requests = 100;
        AtomicLong held = new AtomicLong();
        List<Integer> samples = Collections.synchronizedList(new ArrayList<>());
        try (HikariDataSource pool = h2(20, 30_000)) {
            pool.getConnection().close();
            Thread sampler = Thread.startVirtualThread(() -> {
                try {
                    while (true) {
                        samples.add(pool.getHikariPoolMXBean().getActiveConnections());
                        Thread.sleep(2);
                    }
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            long start = System.nanoTime();
            try {
                OpenLoop.run(requests, Duration.ofMillis(10), () -> hold(pool, held));
            }
            finally {
                sampler.interrupt();
                sampler.join();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            double counted = samples.stream().mapToInt(Integer::intValue).average().orElseThrow();
            double law = requests / seconds * (held.get() / 1e9 / requests);
            System.out.printf("数出来 %.2f，算出来 %.2f%n", counted, law);
            assertThat(counted / law).isBetween(0.75, 1.25);
            assertThat(law).isBetween(3.0, 6.0);
            Recording.check("little.txt", new Table("每 10 毫秒来一个，每个用 40 毫秒", "同时用着几个连接")
                    .row("算：来的速度 × 用的时间", "4 个左右")
                    .row("每 2 毫秒数一次，取平均", "与算的相差不到四分之一").toString());
        }
    }

    /** With two connections for a load that needs four the queue grows for as long as the load lasts. */
    @Test
    void queueGrows() throws Exception {
        List<Integer> waiting = Collections.synchronizedList(new ArrayList<>());
        try (HikariDataSource pool = h2(2, 30_000)) {
            pool.getConnection().close();
            AtomicLong number = new AtomicLong();
            Latencies latencies = OpenLoop.run(120, Duration.ofMillis(10), () -> {
                long mine = number.incrementAndGet();
                if (mine % 40 == 0) {
                    waiting.add(pool.getHikariPoolMXBean().getThreadsAwaitingConnection());
                }
                return hold(pool, new AtomicLong());
            });
            System.out.println(waiting + " " + latencies.max());
            assertThat(waiting).hasSize(3).isSorted().first().asInstanceOf(INTEGER).isPositive();
            assertThat(waiting.getLast()).isGreaterThan(waiting.getFirst() + 15);
            assertThat(latencies.max()).isGreaterThan(HOLD.multipliedBy(15));
        }
        Recording.check("queue.txt", new Table("两个连接，要用四个", "在排队的")
                .row("来了 40 个请求时", "有人排队").row("来了 120 个请求时", "又多了 15 个以上").toString());
    }

    @Test
    void poolTimesOut() {
        try (HikariDataSource pool = h2(2, 250)) {
            Throwable failure = catchThrowable(() -> ClosedLoop.run(6, 1, Duration.ZERO, () -> {
                try (Connection connection = pool.getConnection()) {
                    Thread.sleep(700);
                    return connection;
                }
            }));
            assertThat(failure).hasMessage("4 个请求失败，这次压测不算数");
            assertThat(failure.getCause()).hasMessageContaining("Connection is not available")
                    .hasMessageContaining("total=2, active=2, idle=0");
        }
    }

    // A query that keeps a core busy and needs no table.
    private static final String COMPUTE =
            "select count(*) from generate_series(1, 40000) as number where md5(number::text) like '00%'";

    private static HikariDataSource postgres(int size) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:postgresql://%s:%d/postgres?ApplicationName=chapter19"
                .formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port()));
        pool.setUsername("postgres");
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(size);
        return pool;
    }

    /** Opens all connections of the pool, so that the measurement does not. */
    private static void fill(HikariDataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                all.add(pool.getConnection());
            }
        }
        finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    private static final int CUSTOMERS = 24;

    /** All customers come at once; when each was answered, in nanoseconds. */
    private static List<Long> answers(HikariDataSource pool) throws Exception {
        CountDownLatch ready = new CountDownLatch(CUSTOMERS);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Long>> results = new ArrayList<>();
        AtomicLong start = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(CUSTOMERS)) {
            for (int i = 0; i < CUSTOMERS; i++) {
                results.add(threads.submit(() -> {
                    ready.countDown();
                    go.await();
                    try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                        statement.executeQuery(COMPUTE).close();
                    }
                    return System.nanoTime() - start.get();
                }));
            }
            assertThat(ready.await(60, TimeUnit.SECONDS)).isTrue();
            start.set(System.nanoTime());
            go.countDown();
            List<Long> answers = new ArrayList<>();
            for (Future<Long> result : results) {
                answers.add(result.get());
            }
            Collections.sort(answers);
            return answers;
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /**
     * The database has to compute, and has a few cores. Shares of each run's own time are compared, for a busy machine
     * gives many processes more of its time than few.
     */
    @Test
    @RequiresService(Service.POSTGRESQL)
    void largerPoolIsSlower() throws Exception {
        List<Double> smallHalf = new ArrayList<>();
        List<Double> largeHalf = new ArrayList<>();
        StringBuilder raw = new StringBuilder("轮\t2 个连接的中位数 微秒\t24 个连接的中位数 微秒\n");
        try (HikariDataSource small = postgres(2); HikariDataSource large = postgres(CUSTOMERS)) {
            fill(small);
            fill(large);
            int rounds = Boolean.getBoolean("book.record") ? 5 : 3;
            for (int round = 1; round <= rounds; round++) {
                List<Long> one = answers(round % 2 == 0 ? small : large);
                List<Long> other = answers(round % 2 == 0 ? large : small);
                List<Long> fromSmall = round % 2 == 0 ? one : other;
                List<Long> fromLarge = round % 2 == 0 ? other : one;
                smallHalf.add(answeredInFirstHalf(fromSmall));
                largeHalf.add(answeredInFirstHalf(fromLarge));
                raw.append(round).append('\t').append(fromSmall.get(CUSTOMERS / 2) / 1000).append('\t')
                        .append(fromLarge.get(CUSTOMERS / 2) / 1000).append('\n');
            }
        }
        System.out.println(smallHalf + "\n" + largeHalf + "\n" + raw);
        assertThat(median(smallHalf)).isGreaterThanOrEqualTo(9);
        assertThat(median(largeHalf)).isLessThanOrEqualTo(5);
        Recording.check("pool-size.txt", new Table("24 位顾客同时来，要数据库计算", "全程过半时，得到答复的")
                .row("连接池 2 个", "9 位以上").row("连接池 24 个", "不超过 5 位").toString());
        Path file = Recording.module().resolve("data/pool.tsv");
        if (Boolean.getBoolean("book.record")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, raw);
        }
        checkRecordedMedians(file);
    }

    private static double answeredInFirstHalf(List<Long> answers) {
        return answers.stream().filter(answer -> answer < answers.getLast() / 2).count();
    }

    /** The recorded run had the machine for itself. */
    private static void checkRecordedMedians(Path file) throws IOException {
        List<String[]> rows = Files.readAllLines(file).stream().skip(1).map(line -> line.split("\t")).toList();
        assertThat(rows).hasSize(5);
        assertThat(median(rows.stream().map(row -> Double.parseDouble(row[2]) / Double.parseDouble(row[1])).toList()))
                .isGreaterThan(1.5);
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    void tooManyConnections() throws SQLException {
        String url = "jdbc:postgresql://%s:%d/postgres".formatted(Service.POSTGRESQL.host(), Service.POSTGRESQL.port());
        try (Connection admin = DriverManager.getConnection(url, "postgres", ""); Statement sql = admin.createStatement()) {
            sql.execute("drop role if exists chapter19_clerk");
            sql.execute("create role chapter19_clerk login connection limit 5");
            try (HikariDataSource pool = postgres(10)) {
                pool.setPoolName("bookstore");
                pool.setUsername("chapter19_clerk");
                pool.setMinimumIdle(0);
                pool.setConnectionTimeout(250);
                Throwable failure = catchThrowable(() -> fill(pool));
                assertThat(failure.getCause()).hasMessage("FATAL: too many connections for role \"chapter19_clerk\"");
                Recording.check("too-many-connections.txt", failure.getMessage() + "\nCaused by: " + failure.getCause());
            }
            finally {
                sql.execute("drop role chapter19_clerk");
            }
        }
    }
}
