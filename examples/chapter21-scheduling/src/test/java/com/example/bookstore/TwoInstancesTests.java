package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import com.example.book.parts.BootProcess;
import com.example.holder.HolderApplication;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
@Order(4)
@RequiresService(Service.POSTGRESQL)
class TwoInstancesTests {

    private static BootProcess.Description instance(Postgres database, String name, String... more) {
        return BootProcess.of(BookstoreApplication.class).jvmOptions("-XX:+UseSerialGC").readyPath("/orders/counts")
                .arguments("--spring.datasource.url=" + database.url(name), "--bookstore.instance=" + name,
                        "--bookstore.report.cron=* * * * * *", "--spring.datasource.hikari.maximum-pool-size=2")
                .arguments(more);
    }

    /** The most reports that were written for the same second, in so many different seconds while both are there. */
    private static int mostInOneSecond(int seconds, String... more) {
        try (Postgres database = new Postgres("schema.sql")) {
            List<BootProcess> both = BootProcess.startAll(
                    List.of(instance(database, "one", more), instance(database, "two", more)));
            try {
                database.jdbc().update("delete from stock_report"); // the first had no second beside it
                String counts = "select count(*) from stock_report group by due";
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> database.jdbc().queryForList(counts, Integer.class).size() >= seconds);
                return database.jdbc().queryForList(counts, Integer.class).stream().mapToInt(count -> count).max()
                        .orElseThrow();
            }
            finally {
                both.forEach(BootProcess::close);
            }
        }
    }

    @Test
    void twiceAndOnce() throws Exception {
        int unlocked;
        int locked;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> without = threads.submit(() -> mostInOneSecond(6));
            Future<Integer> with = threads.submit(() -> mostInOneSecond(4,
                    "--spring.profiles.active=locked", "--bookstore.report.lock-at-least=1500ms"));
            unlocked = without.get();
            locked = with.get();
        }
        assertThat(unlocked).isEqualTo(2);
        assertThat(locked).isEqualTo(1);
        Recording.check("two-instances.txt", new Table("两个实例，同一秒写了几张报表", "")
                .row("没有锁", unlocked).row("有锁", locked).toString());
    }

    @Test
    void killedHolder() {
        try (Postgres database = new Postgres("schema.sql")) {
            database.jdbc().execute("create table admitted (instance varchar(10))");
            try (RunningProgram holder = holder(database, "one", true);
                    RunningProgram other = holder(database, "two", false)) {
                // 乙已经在了，甲才去拿锁：锁的四秒里没有乙的启动
                holder.await("Started HolderApplication");
                other.await("Started HolderApplication");
                admit(database, "one");
                holder.await("HOLDING");
                Timestamp until = until(database);
                admit(database, "two");
                holder.kill();
                assertThat(until(database)).isEqualTo(until);
                other.await("RAN");
                Map<String, Object> lock = database.jdbc().queryForMap("select locked_at, lock_until from shedlock");
                assertThat((Timestamp) lock.get("locked_at")).isAfterOrEqualTo(until);
                Recording.check("killed-holder.txt", """
                        甲拿着锁做报表，被 kill -9
                        锁还在表里，到期的时刻没有变
                        乙每秒来一次，第一次进去是在锁到期之%s
                        """.formatted(((Timestamp) lock.get("locked_at")).before(until) ? "前" : "后"));
            }
        }
    }

    private static void admit(Postgres database, String instance) {
        database.jdbc().update("insert into admitted (instance) values (?)", instance);
    }

    private static RunningProgram holder(Postgres database, String name, boolean blocks) {
        List<String> command = new ArrayList<>(ShortLived.command(HolderApplication.class,
                "--spring.datasource.url=" + database.url("holder"), "--instance=" + name, "--blocks=" + blocks));
        // 这个应用属于测试，书店自己的类路径上没有它
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, command.get(classPath) + File.pathSeparator
                + Recording.module().resolve("target/test-classes"));
        return RunningProgram.start(command, Recording.module(), Map.of());
    }

    private static Timestamp until(Postgres database) {
        return database.jdbc().queryForObject("select lock_until from shedlock", Timestamp.class);
    }
}
