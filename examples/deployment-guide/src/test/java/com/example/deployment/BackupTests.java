package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RequiresService;
import com.example.book.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("备份：真的备份，真的恢复出来数一遍")
@RequiresService(Service.POSTGRESQL)
@RequiresProgram("pg_dump")
class BackupTests {

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void fill() throws IOException {
        database = new Database();
        database.execute(Files.readString(
                Recording.module().resolve("src/main/resources/db/migration/V1__books.sql")));
    }

    @AfterEach
    void drop() {
        database.close();
    }

    @Test
    @DisplayName("备份能恢复成一样多的行")
    void restores() {
        ConsoleRun backup = run("backup.sh", database.name(), folder.toString());
        assertThat(backup.exitCode()).as(backup.output()).isZero();
        ConsoleRun drill = run("restore-drill.sh", backup.output().strip(), "book");
        assertThat(drill.exitCode()).as(drill.output()).isZero();
        assertThat(drill.output()).contains("50");
        Recording.check("backup.txt", shown("$ ./backup.sh bookstore /var/backups/bookstore\n" + backup.output()
                + "$ ./restore-drill.sh " + backup.output() + drill.output()));
    }

    @Test
    @DisplayName("真的恢复：不写 --no-owner，表还归应用的用户；写了就归运行命令的 postgres，应用读不了")
    void restoresTheOwner() {
        String owner = database.name() + "_owner";
        database.execute("create role " + owner);
        try (Database whole = new Database(); Database ownerless = new Database()) {
            database.execute("alter table book owner to " + owner);
            String file = run("backup.sh", database.name(), folder.toString()).output().strip();
            restore(whole, file);
            restore(ownerless, "--no-owner", file);
            String asTheApplication = "set role " + owner + "; select count(*) from book";
            whole.execute(asTheApplication);
            assertThatThrownBy(() -> ownerless.execute(asTheApplication))
                    .hasMessageContaining("permission denied for table book");
        }
        finally {
            database.execute("drop owned by " + owner + "; drop role " + owner);
        }
    }

    private void restore(Database into, String... arguments) {
        List<String> command = new ArrayList<>(List.of("pg_restore", "--exit-on-error", "--dbname=" + into.name()));
        command.addAll(List.of(arguments));
        ConsoleRun run = ConsoleRun.run(command, folder, null, Database.clientEnvironment());
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    @Test
    @DisplayName("备份失败不留下像样的文件，退出码不是 0")
    void failedBackup() throws IOException {
        ConsoleRun backup = run("backup.sh", "no_such_database", folder.toString());
        assertThat(backup.exitCode()).isNotZero();
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    @DisplayName("演练的表名写错：失败退出，不说行数，临时的库也不留")
    void drillOfNoTable() throws IOException {
        String file = run("backup.sh", database.name(), folder.toString()).output().strip();
        ConsoleRun drill = run("restore-drill.sh", withPrograms(), file, "no_such_table");
        assertThat(drill.exitCode()).as(drill.output()).isEqualTo(1);
        assertThat(drill.output()).contains("no_such_table").doesNotContain("行");
        assertThatTheDrillsDatabaseIsGone();
    }

    @Test
    @DisplayName("演练到一半被要求结束：临时的库也删掉")
    void drillTerminated() throws IOException {
        Map<String, String> environment = withPrograms();
        // 恢复的命令换成一个叫脚本结束的。
        program("pg_restore", "kill -TERM $PPID");
        ConsoleRun drill = run("restore-drill.sh", environment, "any.dump", "book");
        assertThat(drill.exitCode()).as(drill.output()).isEqualTo(1);
        assertThatTheDrillsDatabaseIsGone();
    }

    /** 脚本用的环境：建库的命令记下建了哪个，再真的去建。 */
    private Map<String, String> withPrograms() throws IOException {
        String path = System.getenv("PATH");
        program("createdb", "echo \"$1\" > '" + folder + "/drill'\nPATH='" + path + "' exec createdb \"$@\"");
        Map<String, String> environment = new HashMap<>(Database.clientEnvironment());
        environment.put("PATH", folder.resolve("bin") + ":" + path);
        return environment;
    }

    private void program(String name, String body) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void assertThatTheDrillsDatabaseIsGone() throws IOException {
        String name = Files.readString(folder.resolve("drill")).strip();
        assertThat(name).startsWith("restore_drill_");
        ConsoleRun connected = ConsoleRun.run(List.of("psql", "--no-psqlrc", "-c", "select 1", name), folder, null,
                Database.clientEnvironment());
        assertThat(connected.output()).contains("\"" + name + "\" does not exist");
    }

    @Test
    @DisplayName("同一秒里跑了两次：各写各的，都成功，留下的恢复得出来")
    void twiceInTheSameSecond() throws Exception {
        String path = System.getenv("PATH");
        program("date", "echo 20260101-030000");
        // 两个都到了，才一起往下做。
        program("pg_dump", "touch '" + folder + "/'$$.here\nuntil [ $(ls '" + folder + "' | grep -c here) = 2 ]; do sleep 0.1; done\n"
                + "PATH='" + path + "' exec pg_dump \"$@\"");
        Map<String, String> environment = new HashMap<>(Database.clientEnvironment());
        environment.put("PATH", folder.resolve("bin") + ":" + path);
        Path backups = folder.resolve("backups");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<ConsoleRun> backup = () -> run("backup.sh", environment, database.name(), backups.toString());
            for (Future<ConsoleRun> run : threads.invokeAll(List.of(backup, backup))) {
                assertThat(run.get().exitCode()).as(run.get().output()).isZero();
            }
        }
        try (var files = Files.list(backups)) {
            assertThat(files).hasSize(1);
        }
        ConsoleRun drill = run("restore-drill.sh", backups.resolve(database.name() + "-20260101-030000.dump").toString(), "book");
        assertThat(drill.output()).endsWith("50 行\n");
    }

    @Test
    @DisplayName("少写一个参数：一句话说怎么写")
    void missingArgument() {
        assertThat(run("backup.sh", "bookstore").output()).endsWith("写成 backup.sh 库名 目录\n");
        assertThat(run("restore-drill.sh", "a.dump").output()).endsWith("写成 restore-drill.sh 文件 表名\n");
        assertThat(run("activate.sh").output()).endsWith("写成 activate.sh 2.0.0\n");
        assertThat(run("activate.sh").exitCode()).isNotZero();
    }

    @Test
    @DisplayName("activate.sh 只认版本：写成路径，current 不动")
    void activateTakesNoPath() {
        for (String path : List.of("../releases/1.0.0", "1.0.0/", ".", "..")) {
            ConsoleRun run = run("activate.sh", path);
            assertThat(run.output()).isEqualTo("只写版本，比如 2.0.0，不写路径：" + path + "\n");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("删掉的是自己两周以前的备份，名字以它开头的别的库不动")
    void deletesItsOwnOldOnes() throws IOException {
        Path own = aged(database.name() + "-20200101-030000.dump", 30);
        Path ofAnotherDatabase = aged(database.name() + "-archive-20200101-030000.dump", 30);
        Path byHand = aged(database.name() + "-before-upgrade.dump", 30);
        Path moved = aged(Files.createDirectory(folder.resolve("keep")).getFileName()
                + "/" + database.name() + "-20200101-030000.dump", 30);
        Path recent = aged(database.name() + "-20200102-030000.dump", 10);
        ConsoleRun backup = run("backup.sh", database.name(), folder.toString());
        assertThat(backup.exitCode()).as(backup.output()).isZero();
        assertThat(own).doesNotExist();
        assertThat(List.of(ofAnotherDatabase, byHand, moved, recent)).allSatisfy(file -> assertThat(file).exists());
    }

    /** 一个最后修改在若干天以前的文件。 */
    private Path aged(String name, int days) throws IOException {
        return Files.setLastModifiedTime(Files.createFile(folder.resolve(name)),
                FileTime.from(Instant.now().minus(days, ChronoUnit.DAYS)));
    }

    @Test
    @DisplayName("空文件的目录读不出来；缺了一截的读得出来，恢复才发现")
    void truncated() throws IOException {
        Path file = Path.of(run("backup.sh", database.name(), folder.toString()).output().strip());
        byte[] bytes = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.dump");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 200));
        assertThat(list(Files.createFile(folder.resolve("empty.dump")))).isNotZero();
        assertThat(list(cut)).isZero();
        ConsoleRun drill = run("restore-drill.sh", cut.toString(), "book");
        assertThat(drill.exitCode()).isNotZero();
        Recording.check("backup-truncated.txt", shown("$ ./restore-drill.sh " + cut + " book\n" + drill.output()));
    }

    /** {@code pg_restore --list} 的退出码。 */
    private int list(Path file) {
        return ConsoleRun.run(List.of("pg_restore", "--list", file.toString()), folder, null,
                Database.clientEnvironment()).exitCode();
    }

    private String shown(String text) {
        return text.replace(folder.toString(), "/var/backups/bookstore").replace(database.name(), "bookstore")
                .replaceAll("\\d{8}-\\d{6}\\.dump\\R", "20260101-030000.dump book\n")
                .replaceFirst("(?m)(^/var/\\S+\\.dump) book$", "$1");
    }

    private ConsoleRun run(String script, String... arguments) {
        return run(script, Database.clientEnvironment(), arguments);
    }

    private ConsoleRun run(String script, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Server.DEPLOY.resolve(script).toString()));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, folder, null, environment);
    }
}
