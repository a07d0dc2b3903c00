package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.Table;
import com.example.bookstore.OtherBoot;
import com.example.bookstore.Postgres;
import com.example.bookstore.ShortLived;
import com.example.bookstore.WritesTheLog;
import com.example.importing.ImportApplication;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.batch.autoconfigure.JobExecutionEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The version before and the next one are run, not remembered. */
@Timeout(240)
@Order(6)
class OtherVersionsTests {

    private static final Path MODULE = Recording.module();

    @TempDir
    private Path folder;

    private static List<Path> sources(String packages) throws IOException {
        try (Stream<Path> files = Files.walk(MODULE.resolve("src/main/java/com/example").resolve(packages))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static List<String> command(OtherBoot version, Path classes, String main, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-cp", String.join(File.pathSeparator,
                classes.toString(), MODULE.resolve("src/main/resources").toString(), version.classPath()), main));
        words.addAll(List.of(arguments));
        return ShortLived.command(MavenProject.javaCommand("zh", words.toArray(String[]::new)));
    }

    /** Everything outside the import; and what the bookstore's two jobs have done, the report with its lock. */
    @ParameterizedTest
    @EnumSource(OtherBoot.class)
    void theJobsOfTheBookstore(OtherBoot version) throws IOException {
        Path classes = MODULE.resolve("target/" + version + "/jobs");
        List<Path> sources = new ArrayList<>(sources("bookstore"));
        sources.add(MODULE.resolve("versions/Jobs.java"));
        assertThat(version.compile(classes, sources)).isEmpty();
        ConsoleRun run = ConsoleRun.run(command(version, classes, "com.example.bookstore.Jobs", "--server.port=0",
                "--spring.profiles.active=locked", "--bookstore.report.cron=* * * * * *"), MODULE, null, Map.of());
        assertThat(run.output()).contains("取消了 2 张，锁有 1 行");
    }

    @Test
    void onlyTheImportDoesNotCompileOn35() throws IOException {
        assertThat(OtherBoot.BOOT_35.compile(MODULE.resolve("target/BOOT_35/all"), sources("")).lines()).isNotEmpty()
                .allMatch(line -> line.matches("(ImportApplication|RecoverUnfinished)\\.java:.*|  .*"))
                .anyMatch(line -> line.contains("package org.springframework.batch.infrastructure.item.file does not exist"))
                .anyMatch(line -> line.startsWith("RecoverUnfinished.java:") && line.contains("cannot find symbol"));
    }

    /** The import as it is written for Batch 5. */
    private static Path importOn35() throws IOException {
        String source = Files.readString(MODULE.resolve("src/main/java/com/example/importing/ImportApplication.java"))
                .replace("batch.core.job.Job;", "batch.core.Job;")
                .replace("batch.core.step.Step;", "batch.core.Step;")
                .replace("batch.infrastructure.item", "batch.item")
                .replace("chunk(100).transactionManager(transactions)", "chunk(100, transactions)");
        Path classes = MODULE.resolve("target/BOOT_35/import");
        Path older = Files.createDirectories(classes).resolve("ImportApplication.java");
        Files.writeString(older, source);
        assertThat(OtherBoot.BOOT_35.compile(classes, List.of(older))).isEmpty();
        return classes;
    }

    @Test
    @RequiresService(Service.POSTGRESQL)
    @WritesTheLog
    void anImportBegunOn35() throws Exception {
        Path classes = importOn35();
        Path file = Files.writeString(folder.resolve("books.csv"), IntStream.rangeClosed(1, 1000)
                .mapToObj(i -> "isbn-%04d,第 %d 本".formatted(i, i)).collect(Collectors.joining("\n")));
        Table table = new Table("", "表里几本", "这一次读了几行");
        try (Postgres database = new Postgres("schema.sql"); Connection blocker = database.connection();
                Statement statement = blocker.createStatement()) {
            database.jdbc().execute("create table imported_book (isbn varchar(20) primary key, title varchar(40) not null)");
            blocker.setAutoCommit(false);
            statement.execute("insert into imported_book values ('isbn-0450', '占位')");
            try (RunningProgram killed = RunningProgram.start(command(OtherBoot.BOOT_35, classes,
                    "com.example.importing.ImportApplication", "--spring.datasource.url=" + database.url("chapter21-old"),
                    "file=" + file), MODULE, Map.of())) {
                await().atMost(Duration.ofSeconds(60)).until(() -> database.jdbc().queryForObject(
                        "select count(*) from pg_stat_activity where application_name = 'chapter21-old' "
                                + "and wait_event_type = 'Lock' and query like '%imported_book%'", Integer.class) > 0);
                killed.kill();
            }
            blocker.rollback();
            assertThat(read(database)).as("它的 starter 存了进度").isEqualTo(400);
            table.row("在 3.5 上做到第五块，kill -9", count(database), "");

            assertThat(run(database, file, "never", "--bookstore.import.recover=true"))
                    .contains("relation \"batch_job_instance_seq\" does not exist");
            table.row("升到 4.1，直接再运行", count(database), "没有开始");
            // A new sequence that counts from one.
            assertThat(run(database, file, "always"))
                    .contains("duplicate key value violates unique constraint \"batch_job_instance_pkey\"");
            table.row("让 Boot 建表，再运行", count(database), "没有开始");

            database.jdbc().execute("drop sequence batch_job_instance_seq");
            new ResourceDatabasePopulator(new ClassPathResource(
                    "org/springframework/batch/core/migration/6.0/migration-postgresql.sql")).execute(database.jdbc().getDataSource());
            assertThat(run(database, file, "never")).startsWith("FAILED").contains("DuplicateKeyException",
                    "imported_book", "isbn-0001");
            assertThat(database.jdbc().queryForList("select distinct job_key from batch_job_instance")).hasSize(2);
            table.row("执行迁移脚本，再运行", count(database), "从第一行读起，撞上主键");

            database.jdbc().update("delete from imported_book");
            assertThat(run(database, file, "never")).startsWith("COMPLETED");
            table.row("删掉那些书，再运行", count(database), read(database));
        }
        Recording.check("boot35-batch.txt", table.toString());
    }

    private static int count(Postgres database) {
        return database.jdbc().queryForObject("select count(*) from imported_book", Integer.class);
    }

    private static int read(Postgres database) {
        return database.jdbc().queryForObject("select read_count from batch_step_execution "
                + "order by step_execution_id desc limit 1", Integer.class);
    }

    /** The chapter's import, with this version: how it ended, and what was thrown. */
    private static String run(Postgres database, Path file, String tables, String... more) {
        StringWriter said = new StringWriter();
        PrintWriter print = new PrintWriter(said);
        SpringApplication application = new SpringApplication(ImportApplication.class);
        application.setAdditionalProfiles("batch");
        application.addListeners((ApplicationListener<JobExecutionEvent>) event -> {
            print.println(event.getJobExecution().getStatus());
            event.getJobExecution().getAllFailureExceptions().forEach(thrown -> thrown.printStackTrace(print));
        });
        try {
            application.run(Stream.concat(Stream.of(
                    "--spring.datasource.url=" + database.url("chapter21-import"), "file=" + file,
                    "--spring.batch.jdbc.initialize-schema=" + tables), Stream.of(more)).toArray(String[]::new)).close();
        }
        catch (RuntimeException ex) {
            ex.printStackTrace(print);
        }
        return said.toString();
    }
}
