package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the page tells a reader to do, with the reader's commands, and records what he then sees. */
@DisplayName("读者自己核对")
class CheckItYourselfTest {

    private static final String SOURCE = "chapter00-preface/src/main/java/com/example/bookstore/Receipt.java";

    private static final String ONE_TEST = "-Dtest=PlantedLiesTest#theReceiptIsRecorded";

    @TempDir
    Path folder;

    @Test
    @DisplayName("不用 Maven，一条 java 命令就能运行单个文件的示例")
    void oneFileWithoutMaven() {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", SOURCE), examples(), null, Map.of());
        Recording.check("receipt.txt", run.output());
    }

    @Test
    @DisplayName("只拷走一章的文件夹：找不到父 POM")
    void aChapterAloneHasNoParent() throws IOException {
        copy("chapter00-preface/pom.xml");
        ConsoleRun run = maven("validate");
        assertThat(run.exitCode()).isEqualTo(1);
        String sentence = "Non-resolvable parent POM for com.example:chapter00-preface:1.0.0";
        assertThat(run.output()).contains(sentence, "bookstore-examples");
        Recording.check("taken-alone.txt", sentence);
    }

    @Test
    @DisplayName("连父 POM、support、exercise 一起拷走就能跑；改了程序就报不同；重新录制就放行")
    void takenAwayEditedAndRecordedAnew() throws IOException {
        copy("pom.xml");
        copy("support/src/main/java");
        copy("exercise/pom.xml");
        for (String part : List.of("pom.xml", "src", "output", "failures", "lies")) {
            copy("chapter00-preface/" + part);
        }
        Recording.check("taken-away.txt", tree());
        ConsoleRun untouched = maven("verify", "-Dtest=PlantedLiesTest");
        assertThat(untouched.exitCode()).as(untouched.output()).isZero();

        Path source = folder.resolve(SOURCE);
        Files.writeString(source, Files.readString(source).replace("\"39.00\"", "\"49.00\""));
        ConsoleRun edited = maven("test", ONE_TEST);
        assertThat(edited.exitCode()).isEqualTo(1);
        Recording.check("changed-program.txt", failures(edited));

        ConsoleRun recorded = maven("test", ONE_TEST, "-Dbook.record=true");
        assertThat(recorded.exitCode()).as(recorded.output()).isZero();
        assertThat(folder.resolve("chapter00-preface/output/receipt.txt")).content().contains("合计 128.00 元");
        assertThat(maven("test", ONE_TEST).exitCode()).isZero();
    }

    @Test
    @DisplayName("录制时换成固定值的东西：跑出来什么样，录下来什么样")
    void whatIsReplaced() throws IOException {
        StringBuilder pairs = new StringBuilder();
        for (String line : List.of(
                "2031-05-06T07:08:09.123+08:00  INFO 4711 --- [main] c.e.Shop : 卖出 3 本",
                "Started Shop in 2.345 seconds (process running for 2.987)",
                "Tomcat started on port 54321 (http)",
                "com.example.Book@6f2b958e",
                "Set-Cookie: JSESSIONID=9F3A0C41D2B7E8560A1C9D4E7F280B63",
                "订单 8c2f7a31-55d0-4f0e-9b1c-3d2e7a90c4f8")) {
            pairs.append("跑出来  ").append(line).append("\n录下来  ").append(recorded(line)).append('\n');
        }
        assertThat(pairs).contains("卖出 3 本\n录下来", "12345 --- [main] c.e.Shop : 卖出 3 本");
        Recording.checkVerbatim("replaced.txt", pairs.toString());
    }

    /** The line as a run that records writes it. */
    private String recorded(String line) throws IOException {
        String module = System.getProperty("book.module");
        String record = System.getProperty("book.record");
        System.setProperty("book.module", folder.toString());
        System.setProperty("book.record", "true");
        try {
            Recording.check("line.txt", line);
        }
        finally {
            System.setProperty("book.module", module);
            System.setProperty("book.record", record);
        }
        return Files.readString(folder.resolve("output/line.txt")).strip();
    }

    /** The part of Maven's output that says which test failed and why. */
    private static String failures(ConsoleRun run) {
        List<String> lines = run.output().lines().toList();
        int first = lines.indexOf("[ERROR] Failures: ");
        assertThat(first).as(run.output()).isNotNegative();
        return lines.stream().skip(first).takeWhile(line -> !line.startsWith("[INFO]"))
                .filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
    }

    private ConsoleRun maven(String... arguments) {
        List<String> command = new ArrayList<>(List.of("-f", "chapter00-preface"));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(MavenProject.mavenCommand(command.toArray(String[]::new)), folder, null,
                MavenProject.environment("zh"));
    }

    /** What lies in the reader's folder. */
    private String tree() throws IOException {
        StringBuilder tree = new StringBuilder("my/\n");
        try (Stream<Path> entries = Files.list(folder)) {
            entries.sorted().forEach(entry -> tree.append("  ").append(entry.getFileName())
                    .append(Files.isDirectory(entry) ? "/\n" : "\n"));
        }
        return tree.toString();
    }

    private static Path examples() {
        return Recording.module().getParent();
    }

    /** Copies a file or folder below {@code examples/} to the same place in the reader's folder. */
    private void copy(String path) throws IOException {
        try (Stream<Path> walk = Files.walk(examples().resolve(path))) {
            for (Path entry : walk.filter(Files::isRegularFile)
                    .filter(file -> !examples().relativize(file).toString().contains("target")).toList()) {
                Path target = folder.resolve(examples().relativize(entry).toString());
                Files.createDirectories(target.getParent());
                Files.copy(entry, target);
            }
        }
    }
}
