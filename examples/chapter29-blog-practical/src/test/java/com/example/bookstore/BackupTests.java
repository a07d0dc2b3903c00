package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.bookstore.post.Posts;
import com.example.bookstore.web.Texts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@DisplayName("备份，与真的恢复一次")
@RequiresProgram("pg_dump")
class BackupTests extends Support {

    @Autowired
    Posts posts;

    @Autowired
    BlogProperties properties;

    @BeforeEach
    void sample() {
        Texts.sample().forEach(form -> posts.publish(posts.create(form, blog.id("lin")), blog.id("lin")));
        try (Stream<Path> files = Files.list(properties.pictures())) {
            files.forEach(file -> file.toFile().delete());
        }
        catch (IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
        login("lin").upload("/desk/pictures", "a.png", PictureTests.image("png", 50, 30));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(BlogDatabase.environment());
        environment.put("PGDATABASE", blog.jdbc().sql("select current_database()").query(String.class).single());
        environment.put("FILES", properties.pictures().toString());
        return environment;
    }

    private ConsoleRun run(String script, Path argument) {
        return run(script, argument, environment());
    }

    private static ConsoleRun run(String script, Path argument, Map<String, String> environment) {
        return ConsoleRun.run(List.of("bash", Recording.module().resolve("ops").resolve(script).toString(), argument.toString()),
                Recording.module(), null, environment);
    }

    private Path backup(ProgramFolder folder) throws IOException {
        return backup(folder, environment());
    }

    private static Path backup(ProgramFolder folder, Map<String, String> environment) throws IOException {
        ConsoleRun run = run("backup.sh", folder.path(), environment);
        assertThat(run.exitCode()).as(run.output()).isZero();
        try (Stream<Path> backups = Files.list(folder.path())) {
            return backups.findFirst().orElseThrow();
        }
    }

    private List<String> rehearsals() {
        return blog.jdbc().sql("select datname from pg_database where datname like 'chapter29\\_rehearsal%'").query(String.class).list();
    }

    @Test
    void itCanBeRestored() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            ConsoleRun run = run("rehearse.sh", backup(folder));
            assertThat(run.exitCode()).as(run.output()).isZero();
            Recording.check("rehearsal.txt", run.output());
        }
        assertThat(rehearsals()).isEmpty();
    }

    @Test
    void withoutPicturesItCanBeRestoredToo() throws IOException {
        try (Stream<Path> files = Files.list(properties.pictures())) {
            files.forEach(file -> file.toFile().delete());
        }
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            ConsoleRun run = run("rehearse.sh", backup(folder));
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).contains("0 个文件");
        }
    }

    /** Someone saves after the snapshot was taken and before pg_dump starts, and uploads while the pictures are packed. */
    @Test
    void whatIsWrittenMeanwhileIsInTheNextBackup() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-"); ProgramFolder programs = ProgramFolder.create("programs-")) {
            Path slow = Files.writeString(programs.path().resolve("pg_dump"), """
                    #!/bin/sh
                    psql -qc "update post set title = 'later'" && PATH=${PATH#*:} exec pg_dump "$@"
                    """);
            assertThat(slow.toFile().setExecutable(true)).isTrue();
            Path uploading = Files.writeString(programs.path().resolve("tar"), """
                    #!/bin/sh
                    PATH=${PATH#*:} exec tar --blocking-factor=1 --checkpoint=1 --checkpoint-action=exec='echo later > "$FILES/later.png"' "$@"
                    """);
            assertThat(uploading.toFile().setExecutable(true)).isTrue();
            Map<String, String> environment = environment();
            environment.put("PATH", programs.path() + ":" + System.getenv("PATH"));
            Path backup = backup(folder, environment);
            assertThat(properties.pictures().resolve("later.png")).exists();
            assertThat(blog.jdbc().sql("select distinct title from post").query(String.class).list()).containsExactly("later");

            ConsoleRun run = run("rehearse.sh", backup);
            assertThat(run.exitCode()).as(run.output()).isZero();
        }
    }

    @Test
    void aTruncatedOneIsFoundOut() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path dump = backup(folder).resolve("database.dump");
            byte[] whole = Files.readAllBytes(dump);
            Files.write(dump, java.util.Arrays.copyOf(whole, whole.length * 2 / 3));
            ConsoleRun run = run("rehearse.sh", dump.getParent());
            assertThat(run.exitCode()).isNotZero();
            Recording.check("truncated.txt", run.output().lines().filter(line -> line.contains("error")).findFirst().orElseThrow());
        }
        assertThat(rehearsals()).isEmpty();
    }

    @Test
    void anEmptyOneIsFoundOut() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path dump = backup(folder).resolve("database.dump");
            Files.write(dump, new byte[0]);
            ConsoleRun run = run("rehearse.sh", dump.getParent());
            assertThat(run.exitCode()).isNotZero();
            Recording.check("empty-dump.txt", run.output().lines().filter(line -> line.contains("error")).findFirst().orElseThrow());
        }
    }

    /** 脚本里多写了 --exclude-table-data：备份照样成功，恢复也不报错 */
    @Test
    void aForgottenTableIsFoundOut() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path dump = backup(folder).resolve("database.dump");
            ConsoleRun partly = ConsoleRun.run(List.of("pg_dump", "-Fc", "--exclude-table-data=post_tag",
                    "--file=" + dump), folder.path(), null, environment());
            assertThat(partly.exitCode()).isZero();
            ConsoleRun run = run("rehearse.sh", dump.getParent());
            assertThat(run.exitCode()).isOne();
            Recording.check("forgotten-table.txt", run.output().replaceAll("[0-9a-f]{32}", "…"));
        }
    }

    /** 别的程序正开着临时表，库里还有一个没有刷新的物化视图：备份照样做得成，也恢复得了 */
    @Test
    void temporaryTablesAndStaleMaterializedViewsAreNotCounted() throws Exception {
        blog.jdbc().sql("create materialized view stale as select title from post").update();
        blog.published("lin", "视图里还没有的一篇", "x", "");
        String database = environment().get("PGDATABASE");
        try (ProgramFolder folder = ProgramFolder.create("backup-");
                var other = BlogDatabase.connect(database)) {
            other.createStatement().execute("create temp table working as select title from post");
            ConsoleRun run = run("rehearse.sh", backup(folder));
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).doesNotContain("working", "stale");
        }
        finally {
            blog.jdbc().sql("drop materialized view stale").update();
        }
    }

    /** A column named as the script's own alias, values and names that the database's settings write another way, a blank and a quote in the path. */
    @Test
    void anotherDatabaseAndAFolderWithABlank() throws Exception {
        String database = BlogDatabase.create();
        try (ProgramFolder folder = ProgramFolder.create("backup-"); var connection = BlogDatabase.connect(database)) {
            try (var statement = connection.createStatement()) {
                statement.execute("create table measured (t text, day date, code bytea)");
                statement.execute("insert into measured values ('x', '2026-11-20', '\\x00ff')");
                statement.execute("create table 指向 (which regclass)");
                statement.execute("insert into 指向 values ('measured')");
                statement.execute("alter database " + database + " set quote_all_identifiers = on");
                statement.execute("alter database " + database + " set client_encoding = 'GBK'");
                statement.execute("alter database " + database + " set datestyle = 'German'");
                statement.execute("alter database " + database + " set bytea_output = 'escape'");
                // pg_dump 还没有做完，这么久没有动静的事务就被断开了
                statement.execute("alter database " + database + " set idle_in_transaction_session_timeout = '10ms'");
            }
            Map<String, String> environment = environment();
            environment.put("PGDATABASE", database);
            Path blank = Files.createDirectory(folder.path().resolve("o'neil's \\backups"));
            ConsoleRun made = run("backup.sh", blank, environment);
            assertThat(made.exitCode()).as(made.output()).isZero();
            Path backup;
            try (Stream<Path> backups = Files.list(blank)) {
                backup = backups.findFirst().orElseThrow();
            }
            ConsoleRun run = run("rehearse.sh", backup);
            assertThat(run.exitCode()).as(run.output()).isZero();

            try (var statement = connection.createStatement()) {
                statement.execute("update measured set day = day + 1");
            }
            ConsoleRun dump = ConsoleRun.run(List.of("pg_dump", "-Fc", "--file=" + backup.resolve("database.dump")),
                    folder.path(), null, environment);
            assertThat(dump.exitCode()).as(dump.output()).isZero();
            assertThat(run("rehearse.sh", backup).exitCode()).isOne();
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    /** Two in the same second: the first one stays as it is. */
    @Test
    void twoAtTheSameTimeDoNotMix() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-"); ProgramFolder programs = ProgramFolder.create("programs-")) {
            Path clock = Files.writeString(programs.path().resolve("date"), "#!/bin/sh\necho 20261120T023000Z\n");
            assertThat(clock.toFile().setExecutable(true)).isTrue();
            Map<String, String> environment = environment();
            environment.put("PATH", programs.path() + ":" + System.getenv("PATH"));
            Path first = backup(folder, environment);
            assertThat(run("backup.sh", folder.path(), environment).exitCode()).isNotZero();
            ConsoleRun run = run("rehearse.sh", first);
            assertThat(run.exitCode()).as(run.output()).isZero();
            try (Stream<Path> files = Files.list(first)) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("database.dump", "tables.tsv", "files.sha256", "files.tar");
            }
        }
    }

    @Test
    void aChangedPictureIsFoundOut() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path backup = backup(folder);
            Path list = backup.resolve("files.sha256");
            Files.writeString(list, Files.readString(list).replaceFirst("^[0-9a-f]{4}", "0000"));
            ConsoleRun run = run("rehearse.sh", backup);
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output()).contains(".png");
        }
    }

    /** A folder linked into the pictures, and files that only look like unfinished uploads. */
    @Test
    void linkedFilesAndOtherPartsAreInTheBackup() throws IOException {
        Path pictures = properties.pictures();
        try (ProgramFolder folder = ProgramFolder.create("backup-"); ProgramFolder elsewhere = ProgramFolder.create("elsewhere-")) {
            Files.writeString(elsewhere.path().resolve("old.png"), "old");
            Files.createSymbolicLink(pictures.resolve("linked"), elsewhere.path());
            Files.writeString(pictures.resolve("archive.part"), "part");
            Files.writeString(pictures.resolve("upload-1.part"), "still coming");
            Files.createDirectory(pictures.resolve("upload-2026"));
            Files.writeString(pictures.resolve("upload-2026/archive.part"), "part");
            Path backup = backup(folder);
            Files.delete(elsewhere.path().resolve("old.png"));
            ConsoleRun run = run("rehearse.sh", backup);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).contains("，4 个文件，");
        }
        finally {
            Files.deleteIfExists(pictures.resolve("upload-2026/archive.part"));
            Files.deleteIfExists(pictures.resolve("upload-2026"));
            Files.deleteIfExists(pictures.resolve("linked"));
            Files.deleteIfExists(pictures.resolve("upload-1.part"));
            Files.deleteIfExists(pictures.resolve("archive.part"));
        }
    }

    /** Two containers, say: in each of them the script is the same process. */
    @Test
    void twoRehearsalsWithOneProcessNumberDoNotMix() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            ConsoleRun run = ConsoleRun.run(List.of("bash", "-c",
                    "(. \"$0\" \"$1\") & (. \"$0\" \"$1\"); second=$?; wait $! && exit $second",
                    Recording.module().resolve("ops/rehearse.sh").toString(), backup(folder).toString()),
                    folder.path(), null, environment());
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output().split("演练通过", -1)).hasSize(3);
        }
        assertThat(rehearsals()).isEmpty();
    }

    @Test
    void aLostListOfPicturesIsFoundOut() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path backup = backup(folder);
            Path list = backup.resolve("files.sha256");
            Files.writeString(list, Files.readString(list) + "0123");
            assertThat(run("rehearse.sh", backup).exitCode()).as("半行").isNotZero();
            Files.writeString(list, "");
            assertThat(run("rehearse.sh", backup).exitCode()).as("空的").isNotZero();
            Files.delete(list);
            ConsoleRun run = run("rehearse.sh", backup);
            assertThat(run.exitCode()).as("没有").isNotZero();
            assertThat(run.output()).contains("files.sha256");
        }
    }

    @Test
    void aFailedBackupHasNoName() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Map<String, String> environment = environment();
            environment.put("PGDATABASE", "chapter29_not_there");
            ConsoleRun run = ConsoleRun.run(List.of("bash", Recording.module().resolve("ops/backup.sh").toString(),
                    folder.path().toString()), Recording.module(), null, environment);
            assertThat(run.exitCode()).isNotZero();
            try (Stream<Path> left = Files.list(folder.path())) {
                assertThat(left).allMatch(path -> path.toString().endsWith(".part"));
            }
        }
    }

    @Test
    void theRestoredBlogWorks() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("backup-")) {
            Path backup = backup(folder);
            String restored = BlogDatabase.create();
            ConsoleRun run = ConsoleRun.run(List.of("pg_restore", "--exit-on-error", "--no-owner", "--dbname=" + restored,
                    backup.resolve("database.dump").toString()), folder.path(), null, environment());
            assertThat(run.exitCode()).as(run.output()).isZero();
            try (var connection = BlogDatabase.connect(restored);
                    var found = connection.createStatement().executeQuery(
                            "select title from post where search @@ to_tsquery('simple', '''绘本''')")) {
                assertThat(found.next()).isTrue();
                assertThat(found.getString(1)).isEqualTo("怎样给孩子挑绘本");
            }
            catch (java.sql.SQLException ex) {
                throw new IllegalStateException(ex);
            }
            finally {
                BlogDatabase.drop(restored);
            }
        }
    }
}
