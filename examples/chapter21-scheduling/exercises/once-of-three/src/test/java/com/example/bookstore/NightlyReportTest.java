package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

@Timeout(30)
class NightlyReportTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 24);
    private static final String COLLECTING = "COLLECTING";

    private EmbeddedDatabase database;

    @BeforeEach
    void start() {
        database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
        JdbcTemplate jdbc = new JdbcTemplate((DataSource) database);
        jdbc.execute("create table nightly_report (report_day date not null unique)");
        jdbc.execute("create table shedlock (name varchar(64) primary key, lock_until timestamp not null, "
                + "locked_at timestamp not null, locked_by varchar(255) not null)");
    }

    @AfterEach
    void stop() {
        database.shutdown();
    }

    private NightlyReport instance(Duration lockAtMost) {
        return new NightlyReport(database, lockAtMost);
    }

    private int reports(LocalDate day) {
        return new JdbcTemplate((DataSource) database).queryForObject(
                "select count(*) from nightly_report where report_day = ?", Integer.class, day);
    }

    private int writing() {
        return new JdbcTemplate((DataSource) database).queryForObject("""
                select count(*) from information_schema.sessions
                where session_id <> session_id() and executing_statement like '%nightly_report%'""", Integer.class);
    }

    private void threeAtOnce(LocalDate day, AtomicInteger collected) throws Exception {
        CyclicBarrier start = new CyclicBarrier(3);
        CountDownLatch seen = new CountDownLatch(3);
        // 收集要好几分钟：等到另外两个都回去了，或者也在收集，才收集完；两样都不是的，多半在等锁
        Runnable collect = () -> {
            collected.incrementAndGet();
            seen.countDown();
            try {
                seen.await(3, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        };
        List<Thread> threads = new ArrayList<>();
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            NightlyReport report = instance(Duration.ofMinutes(10));
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    start.await();
                }
                catch (Exception ex) {
                    throw new IllegalStateException(ex);
                }
                try {
                    report.write(day, collect);
                }
                catch (RuntimeException ex) {
                    thrown.add(ex);
                }
                finally {
                    seen.countDown();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).as("谁也不抛异常").isEmpty();
    }

    @Test
    @DisplayName("三个实例同时到点，只写一张，数据只收集一次")
    void once() throws Exception {
        AtomicInteger collected = new AtomicInteger();
        threeAtOnce(DAY, collected);
        assertThat(reports(DAY)).isEqualTo(1);
        assertThat(collected).hasValue(1);
        // 钟慢几毫秒的那个来的时候，锁已经放开了
        instance(Duration.ofMinutes(10)).write(DAY, collected::incrementAndGet);
        assertThat(collected).as("晚到的不再收集").hasValue(1);
    }

    @Test
    @DisplayName("锁最多留多久，由 lockAtMost 说了算")
    void asLongAsTold() {
        List<Integer> minutes = new ArrayList<>();
        instance(Duration.ofMinutes(10)).write(DAY, () -> minutes.add(new JdbcTemplate((DataSource) database)
                .queryForObject("select datediff(minute, locked_at, lock_until) from shedlock", Integer.class)));
        assertThat(minutes).singleElement().satisfies(value -> assertThat(value).isBetween(9, 11));
    }

    @Test
    @DisplayName("第二天还有一张")
    void nextDay() throws Exception {
        threeAtOnce(DAY, new AtomicInteger());
        // 一夜过去了，至少留一分钟的锁也早就到期
        new JdbcTemplate((DataSource) database).update("update shedlock set lock_until = locked_at");
        threeAtOnce(DAY.plusDays(1), new AtomicInteger());
        assertThat(reports(DAY.plusDays(1))).isEqualTo(1);
    }

    /** An instance in a process of its own: says that it collects, and never ends. */
    static final class Instance {

        private Instance() {
        }

        /** @param args the database */
        public static void main(String[] args) {
            new NightlyReport(new DriverManagerDataSource(args[0], "sa", ""), Duration.ofSeconds(4)).write(DAY, () -> {
                System.out.println(COLLECTING);
                await().forever().until(() -> false);
            });
        }
    }

    @Test
    @DisplayName("一个实例收集到一半被 kill -9，别的实例等锁到期之后补上")
    void killed() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        try {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    // H2 的 timestamp 按客户端的时区记，两个进程要一样
                    "-Duser.timezone=" + TimeZone.getDefault().getID(), "-XX:TieredStopAtLevel=1",
                    "-cp", System.getProperty("java.class.path"), Instance.class.getName(),
                    address().replace("jdbc:h2:", "jdbc:h2:tcp://localhost:" + server.getPort() + "/"))
                    .redirectErrorStream(true).start();
            try (BufferedReader output = process.inputReader()) {
                assertThat(output.lines().anyMatch(COLLECTING::equals)).as("另一个进程在收集").isTrue();
            }
            finally {
                process.destroyForcibly().waitFor();
            }
        }
        finally {
            server.stop();
        }
        NightlyReport other = instance(Duration.ofMinutes(10));
        other.write(DAY, () -> { });
        assertThat(reports(DAY)).as("锁还没有到期").isZero();
        await().until(() -> {
            other.write(DAY, () -> { });
            return reports(DAY) == 1;
        });
    }

    private String address() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return connection.getMetaData().getURL();
        }
    }

    @Test
    @DisplayName("慢的实例在锁到期之后才做完，也不多写一张，也不抛异常")
    void slow() throws Exception {
        CountDownLatch collecting = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        Thread slow = Thread.ofVirtual().start(() -> {
            try {
                instance(Duration.ofMillis(200)).write(DAY, () -> {
                    collecting.countDown();
                    try {
                        open.await();
                    }
                    catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            catch (RuntimeException ex) {
                thrown.add(ex);
            }
        });
        collecting.await();
        await().until(() -> {
            instance(Duration.ofMinutes(10)).write(DAY, () -> { });
            return reports(DAY) == 1;
        });
        open.countDown();
        slow.join();
        assertThat(thrown).as("也不抛异常").isEmpty();
        assertThat(reports(DAY)).isEqualTo(1);
    }

    @Test
    @DisplayName("两个实例在同一瞬间写，也只有一张，也不抛异常")
    void sameMoment() throws Exception {
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            List<Throwable> thrown = new CopyOnWriteArrayList<>();
            CountDownLatch collected = new CountDownLatch(1);
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    instance(Duration.ofMinutes(10)).write(DAY, () -> {
                        // 锁到期之后来的那一个，写了还没有提交
                        new JdbcTemplate(new SingleConnectionDataSource(other, true)).update(
                                "insert into nightly_report (report_day) values (?)", DAY);
                        collected.countDown();
                    });
                }
                catch (RuntimeException ex) {
                    thrown.add(ex);
                }
            });
            collected.await();
            // 写的那条语句要先走到“等它提交”，或者已经不用写了
            await().until(() -> !writer.isAlive() || writing() > 0);
            other.commit();
            writer.join();
            assertThat(thrown).isEmpty();
        }
        assertThat(reports(DAY)).isEqualTo(1);
    }

    @Test
    @DisplayName("一个实例每走一步，另一个都来一次，数据也只收集一次")
    void betweenTheSteps() {
        AtomicInteger collected = new AtomicInteger();
        NightlyReport other = instance(Duration.ofMinutes(10));
        new NightlyReport(afterEachStep(() -> other.write(DAY, collected::incrementAndGet)), Duration.ofMinutes(10))
                .write(DAY, collected::incrementAndGet);
        assertThat(reports(DAY)).isEqualTo(1);
        assertThat(collected).as("收集了几次").hasValue(1);
    }

    /** The database, with something to be done whenever a connection is given back. */
    private DataSource afterEachStep(Runnable then) {
        return new DelegatingDataSource(database) {

            @Override
            public Connection getConnection() throws SQLException {
                Connection real = super.getConnection();
                return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                            boolean last = method.getName().equals("close") && !real.isClosed();
                            try {
                                return method.invoke(real, arguments);
                            }
                            catch (InvocationTargetException ex) {
                                throw ex.getCause();
                            }
                            finally {
                                if (last) {
                                    then.run();
                                }
                            }
                        });
            }
        };
    }

    @Test
    @DisplayName("收集失败了，异常抛出来，锁到期之后还能再写")
    void failed() {
        assertThatThrownBy(() -> instance(Duration.ofMinutes(10)).write(DAY, () -> {
            throw new IllegalStateException("库存服务没有响应");
        })).hasStackTraceContaining("库存服务没有响应");
        new JdbcTemplate((DataSource) database).update("update shedlock set lock_until = locked_at");
        instance(Duration.ofMinutes(10)).write(DAY, () -> { });
        assertThat(reports(DAY)).isEqualTo(1);
    }

    @Test
    @DisplayName("没有写进去，又不是因为别的实例写过了：异常要抛出来")
    void notWritten() {
        JdbcTemplate jdbc = new JdbcTemplate((DataSource) database);
        jdbc.execute("alter table nightly_report add constraint not_this_day check (report_day <> date '%s')"
                .formatted(DAY));
        assertThatThrownBy(() -> instance(Duration.ofMinutes(10)).write(DAY, () -> { }))
                .hasStackTraceContaining("NOT_THIS_DAY");
        jdbc.execute("alter table nightly_report drop constraint not_this_day");
        jdbc.update("update shedlock set lock_until = locked_at");
        // 收集的时候撞了别的表的主键，这一天的报表并没有人写过
        assertThatThrownBy(() -> instance(Duration.ofMinutes(10)).write(DAY, () -> {
            throw new DuplicateKeyException("库存的快照已经有了");
        })).hasStackTraceContaining("库存的快照已经有了");
        assertThat(reports(DAY)).isZero();
    }
}
