package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.Postgres;
import com.example.bookstore.ShortLived;
import com.example.importing.ImportApplication;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
@Order(3)
@RequiresService(Service.POSTGRESQL)
class BatchTests {

    @TempDir
    private Path folder;

    private ConsoleRun run(Postgres database, Path file, String... more) {
        return ConsoleRun.run(ShortLived.command(ImportApplication.class, arguments(database, file, more)),
                Recording.module(), null, Map.of());
    }

    private static String[] arguments(Postgres database, Path file, String... more) {
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(
                "--spring.datasource.url=" + database.url("chapter21-import"), "file=" + file),
                java.util.Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void goesOnWhereItStopped() throws Exception {
        Path file = Files.writeString(folder.resolve("books.csv"), IntStream.rangeClosed(1, 1000)
                .mapToObj(i -> "isbn-%04d,第 %d 本".formatted(i, i)).collect(Collectors.joining("\n")));
        try (Postgres database = new Postgres("schema.sql"); Connection blocker = database.connection();
                Statement statement = blocker.createStatement()) {
            database.jdbc().execute("create table imported_book (isbn varchar(20) primary key, title varchar(40) not null)");
            // Not the profile's "always", but what Boot does when nothing is said.
            assertThat(run(database, file, "--spring.batch.jdbc.initialize-schema=embedded").output())
                    .contains("relation \"batch_job_instance\" does not exist");
            blocker.setAutoCommit(false);
            // 还没有提交的同一个主键：第五块走到这一行就停下来等
            statement.execute("insert into imported_book values ('isbn-0450', '占位')");
            Table table = new Table("", "表里几本", "这一次读了几行");
            try (RunningProgram killed = RunningProgram.start(ShortLived.command(ImportApplication.class,
                    arguments(database, file)), Recording.module(), Map.of())) {
                awaitWaiting(database, 1);
                killed.kill();
            }
            blocker.rollback();
            table.row("第五块没有提交，kill -9", count(database), "");
            ConsoleRun again = run(database, file);
            assertThat(again.exitCode()).isNotZero();
            Recording.check("batch-still-running.txt", causes(again.output()));
            table.row("直接再运行", count(database), "没有开始");
            ConsoleRun recovered = run(database, file, "--bookstore.import.recover=true");
            assertThat(recovered.exitCode()).isZero();
            Integer read = database.jdbc().queryForObject("select read_count from batch_step_execution "
                    + "order by step_execution_id desc limit 1", Integer.class);
            table.row("先改成失败，再运行", count(database), read);
            assertThat(count(database)).isEqualTo(1000);
            ConsoleRun complete = run(database, file);
            Recording.check("batch-complete.txt", causes(complete.output()));
            Recording.check("batch-restart.txt", table.toString());
            // 换一个参数，就从头再做一遍：书还在表里，第一块就写不进去
            ConsoleRun anotherDay = run(database, file, "day=2026-11-25");
            assertThat(anotherDay.exitCode()).isNotZero();
            assertThat(anotherDay.output()).contains("DuplicateKeyException");
            database.jdbc().update("delete from imported_book");
            assertThat(run(database, file, "day=2026-11-25").exitCode()).isZero();
            assertThat(count(database)).isEqualTo(1000);
        }
    }

    /** Two imports at once: the one is killed and recovered, and the other, which is alive, goes on undisturbed. */
    @Test
    void recoversOnlyTheImportOfThisFile() throws Exception {
        Path alive = Files.writeString(folder.resolve("alive.csv"), "alive-1,第 1 本");
        Path dead = Files.writeString(folder.resolve("dead.csv"), "dead-1,第 1 本");
        try (Postgres database = new Postgres("schema.sql"); Connection blocker = database.connection();
                Statement statement = blocker.createStatement()) {
            database.jdbc().execute("create table imported_book (isbn varchar(20) primary key, title varchar(40) not null)");
            blocker.setAutoCommit(false);
            statement.execute("insert into imported_book values ('alive-1', '占位')");
            Savepoint onlyAlive = blocker.setSavepoint();
            statement.execute("insert into imported_book values ('dead-1', '占位')");
            try (RunningProgram other = RunningProgram.start(ShortLived.command(ImportApplication.class,
                    arguments(database, alive)), Recording.module(), Map.of())) {
                awaitWaiting(database, 1);
                try (RunningProgram killed = RunningProgram.start(ShortLived.command(ImportApplication.class,
                        arguments(database, dead)), Recording.module(), Map.of())) {
                    awaitWaiting(database, 2);
                    killed.kill();
                }
                blocker.rollback(onlyAlive);
                assertThat(run(database, dead, "--bookstore.import.recover=true").exitCode()).isZero();
                blocker.rollback();
                assertThat(other.exitCode()).as(other.output()).isZero();
            }
            assertThat(database.jdbc().queryForList("select isbn from imported_book", String.class))
                    .containsExactlyInAnyOrder("alive-1", "dead-1");
        }
    }

    /** Until so many of the imports wait for the lock of a row. */
    private static void awaitWaiting(Postgres database, int imports) {
        await().atMost(Duration.ofSeconds(60)).until(() -> database.jdbc().queryForObject(
                "select count(*) from pg_stat_activity where application_name = 'chapter21-import' "
                        + "and wait_event_type = 'Lock' and query like '%imported_book%'", Integer.class) == imports);
    }

    private String causes(String output) {
        return output.lines().map(String::strip)
                .filter(line -> line.startsWith("Caused by") || line.matches("(java|org)\\.\\S+Exception: .*"))
                .collect(Collectors.joining("\n"))
                .replace(folder + "/", "").replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+", "…");
    }

    private static int count(Postgres database) {
        return database.jdbc().queryForObject("select count(*) from imported_book", Integer.class);
    }
}
