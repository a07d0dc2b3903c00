package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.bookstore.reconcile.Reconcile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Reconcile：两本账差在哪里")
class ReconcileToolTests {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static String source() {
        try {
            return Files.readString(Recording.module()
                    .resolve("src/main/java/com/example/bookstore/reconcile/Reconcile.java"));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String withoutPackage() {
        return source().replaceFirst("(?m)^package .*$", "");
    }

    /** Copied into the folder without its package, as the page says; Java compiles it each time. */
    private static ConsoleRun runSource(ProgramFolder folder, String source, String... arguments) {
        folder.write("Reconcile.java", source);
        return java(folder, List.of("Reconcile.java"), arguments);
    }

    /** The same, compiled once by this build. */
    private static ConsoleRun run(ProgramFolder folder, String... arguments) {
        return java(folder, List.of("-cp", Recording.module().resolve("target/classes").toString(),
                Reconcile.class.getName()), arguments);
    }

    private static ConsoleRun java(ProgramFolder folder, List<String> what, String... arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1",
                "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
        command.addAll(what);
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, folder.path(), null, Map.of());
    }

    @Test
    @DisplayName("复制走，留着 package：JDK 22 起不运行")
    void copiedWithItsPackage() {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            ConsoleRun run = runSource(folder, source());
            if (Runtime.version().feature() < 22) {
                assertThat(run.output()).startsWith("用法");
            }
            else {
                assertThat(run.output()).contains("does not match its package name");
            }
        }
    }

    @Test
    @DisplayName("不是 UTF-8 的账单：说是哪一个文件，以 2 结束")
    void notUtf8() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            folder.write("ours.csv", "编号,金额\npay-1,1\n");
            Files.write(folder.path().resolve("theirs.csv"), "编号,金额\npay-1,1\n".getBytes("GBK"));
            ConsoleRun run = run(folder, "ours.csv", "theirs.csv");
            assertThat(run.output()).startsWith("theirs.csv 不是 UTF-8");
            assertThat(run.exitCode()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("定时任务里没有设置语言，系统只认 ASCII：照 UTF-8 打印")
    @EnabledOnOs(value = OS.LINUX, disabledReason = "靠 LC_ALL=C 扮演一个只认 ASCII 的系统")
    void whereTheSystemKnowsOnlyAscii() {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            folder.write("Reconcile.java", withoutPackage());
            folder.write("ours.csv", "pay-1,1\n");
            folder.write("theirs.csv", "pay-2,1\n");
            ConsoleRun run = ConsoleRun.run(List.of(JAVA, "Reconcile.java", "ours.csv", "theirs.csv"), folder.path(), null,
                    Map.of("LC_ALL", "C"));
            assertThat(run.output()).isEqualTo("对方没有：pay-1，我们记着 1\n我们没有：pay-2，对方记着 1\n有 2 处不同\n");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    /** The shell writes the name, as this JVM may itself know only ASCII. */
    @Test
    @DisplayName("系统只认 ASCII，文件名里有汉字：Java 认不出这个名字；LC_ALL=C.UTF-8 就认得")
    @EnabledOnOs(value = OS.LINUX, disabledReason = "靠 LC_ALL=C 扮演一个只认 ASCII 的系统")
    void chineseFileName() {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            folder.write("Reconcile.java", withoutPackage());
            folder.write("ours.csv", "pay-1,1\n");
            String script = "name=$(printf '\\350\\264\\246').csv; cp ours.csv $name; $0 Reconcile.java ours.csv $name";
            List<String> command = List.of("sh", "-c", script, JAVA);
            ConsoleRun ascii = ConsoleRun.run(command, folder.path(), null, Map.of("LC_ALL", "C"));
            assertThat(ascii.output()).contains("unmappable characters");
            assertThat(ascii.exitCode()).isNotZero();
            ConsoleRun utf8 = ConsoleRun.run(command, folder.path(), null, Map.of("LC_ALL", "C.UTF-8"));
            assertThat(utf8.output()).isEqualTo("对得上，1 笔\n");
            assertThat(utf8.exitCode()).isZero();
        }
    }

    private static void bills(ProgramFolder folder, String ours, String theirs) {
        folder.write("ours.csv", ours);
        folder.write("theirs.csv", theirs);
    }

    private static ConsoleRun compare(String ours, String theirs) {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            bills(folder, ours, theirs);
            return run(folder, "ours.csv", "theirs.csv");
        }
    }

    @Test
    void different() {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            bills(folder, "id,amount\npay-1,23.00\npay-2,39.50\npay-3,59.70\n",
                    "\uFEFFid,amount\r\npay-1,23.0\r\npay-3,59.07\r\npay-4,108.00\r\npay-4,108.00\r\n");
            ConsoleRun run = runSource(folder, withoutPackage(), "ours.csv", "theirs.csv");
            assertThat(run.exitCode()).isEqualTo(1);
            Recording.check("reconcile.txt", "$ java Reconcile.java ours.csv theirs.csv\n" + run.output());
        }
    }

    @Test
    void same() {
        ConsoleRun run = compare("pay-1,23.00\n", "pay-1,23.0\n\n");
        assertThat(run.output()).isEqualTo("对得上，1 笔\n");
        assertThat(run.exitCode()).isZero();
    }

    /** The same bill, as a database, a spreadsheet and a hand write it. */
    @ParameterizedTest
    @ValueSource(strings = {"\"pay-1\",\"23.00\"", "\"pay-1\",23", "\"编号\",\"金额\"\r\n\"pay-1\",23.0\r\n",
            "\n\n编号,金额\npay-1,23.00", "pay-1\u00A0,\t23.00 "})
    void sameThoughWrittenAnotherWay(String theirs) {
        ConsoleRun run = compare("pay-1,23.00\n", theirs);
        assertThat(run.output()).isEqualTo("对得上，1 笔\n");
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {",23.00; ours.csv 第 1 行读不懂：,23.00", "pay-1|pay-2,1; ours.csv 第 1 行读不懂：pay-1",
            "pay-1,一元|pay-2,1; ours.csv 第 1 行读不懂：pay-1,一元", "编号,1元|pay-1,1; ours.csv 第 1 行读不懂：编号,1元",
            "编号,2026 年的金额|pay-1,1; ours.csv 第 1 行读不懂：编号,2026 年的金额",
            "pay-0,1|pay-1,一元; ours.csv 第 2 行读不懂：pay-1,一元", "编号,金额,状态|pay-1,1,成功; ours.csv 第 1 行读不懂：编号,金额,状态"})
    void unreadable(String ours, String message) {
        ConsoleRun run = compare(ours.replace('|', '\n'), "pay-1,1\n");
        assertThat(run.output().strip()).isEqualTo(message);
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    @DisplayName("两个文件里一笔也没有：不说对得上，以 2 结束")
    void nothing() {
        ConsoleRun run = compare("id,amount\n", "");
        assertThat(run.output()).isEqualTo("两个文件里一笔也没有，没有什么可对\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    @DisplayName("只有一个文件里一笔也没有：另一个文件的每一笔都是差别，以 1 结束")
    void nothingOnOneSide() {
        ConsoleRun run = compare("", "id,amount\npay-1,1\n");
        assertThat(run.output()).isEqualTo("我们没有：pay-1，对方记着 1\n有 1 处不同\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void usage() {
        try (ProgramFolder folder = ProgramFolder.create("reconcile-")) {
            assertThat(runSource(folder, withoutPackage()).output()).startsWith("用法：java Reconcile.java");
            ConsoleRun missing = run(folder, "a.csv", "b.csv");
            assertThat(missing.exitCode()).isEqualTo(2);
            assertThat(missing.output()).isEqualTo("读不了 a.csv\n");
            assertThat(run(folder, ".", "b.csv").output()).startsWith("读不了 .：");
        }
    }
}
