package com.example.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

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
    @DisplayName("备份失败不留下像样的文件，退出码不是 0")
    void failedBackup() throws IOException {
        ConsoleRun backup = run("backup.sh", "no_such_database", folder.toString());
        assertThat(backup.exitCode()).isNotZero();
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".dump"))).isEmpty();
        }
    }

    @Test
    @DisplayName("删掉的是自己两周以前的备份，名字以它开头的别的库不动")
    void deletesItsOwnOldOnes() throws IOException {
        Path own = aged(database.name() + "-20200101-030000.dump", 30);
        Path ofAnotherDatabase = aged(database.name() + "-archive-20200101-030000.dump", 30);
        Path byHand = aged(database.name() + "-before-upgrade.dump", 30);
        Path recent = aged(database.name() + "-20200102-030000.dump", 10);
        ConsoleRun backup = run("backup.sh", database.name(), folder.toString());
        assertThat(backup.exitCode()).as(backup.output()).isZero();
        assertThat(own).doesNotExist();
        assertThat(List.of(ofAnotherDatabase, byHand, recent)).allSatisfy(file -> assertThat(file).exists());
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
        List<String> command = new java.util.ArrayList<>(List.of(Server.DEPLOY.resolve(script).toString()));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, folder, null, Database.clientEnvironment());
    }
}
