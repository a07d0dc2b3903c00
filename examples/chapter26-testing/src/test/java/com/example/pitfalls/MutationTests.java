package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** PIT changes {@code Discount} in small ways and runs a suite against each changed class. */
@Timeout(300)
class MutationTests {

    private record Mutant(int line, String mutator, String status) {

        boolean killed() {
            return status.equals("KILLED");
        }
    }

    // region pit
    private static ConsoleRun pit(String classPath, String suite, Path report) {
        return ConsoleRun.run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", classPath,
                "org.pitest.mutationtest.commandline.MutationCoverageReport",
                "--targetClasses", "com.example.bookstore.Discount",
                "--targetTests", suite,
                "--sourceDirs", "src/main/java", "--reportDir", report.toString(),
                "--outputFormats", "CSV", "--timestampedReports", "false"),
                Recording.module(), null, Map.of());
    }
    // endregion pit

    private static List<Mutant> mutants(String suite, Path report) throws IOException {
        ConsoleRun run = pit(System.getProperty("java.class.path"), suite, report);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return Files.readAllLines(report.resolve("mutations.csv")).stream()
                .map(line -> line.split(","))
                .map(cells -> new Mutant(Integer.parseInt(cells[4]), cells[2], cells[5]))
                .toList();
    }

    private static long killed(List<Mutant> mutants) {
        return mutants.stream().filter(Mutant::killed).count();
    }

    @Test
    void weakSuiteAndRealSuite(@TempDir Path folder) throws IOException {
        List<Mutant> weak = mutants("com.example.specimen.WeakDiscountSuite", folder.resolve("weak"));
        List<Mutant> real = mutants("com.example.bookstore.DiscountTests", folder.resolve("real"));
        assertThat(weak).hasSameSizeAs(real);
        assertThat(killed(weak)).isLessThan(killed(real));
        Recording.check("mutation.txt", new Table("测试", "变异", "发现的").row("只求执行到", weak.size(), killed(weak))
                .row("DiscountTests", real.size(), killed(real)).toString());
        Table survivors = new Table("没有被发现的变异", "状态");
        String source = Files.readString(Recording.module().resolve("src/main/java/com/example/bookstore/Discount.java"));
        List<String> lines = source.lines().toList();
        weak.stream().filter(mutant -> !mutant.killed()).forEach(mutant -> survivors.row(
                mutant.mutator().replaceAll(".*\\.", "") + "  " + lines.get(mutant.line() - 1).strip(), mutant.status()));
        Recording.check("survivors.txt", survivors.toString());
    }

    @Test
    void withoutTheLauncherItOnlySaysThatSomethingEnded(@TempDir Path folder) {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("junit-platform-launcher")).collect(Collectors.joining(File.pathSeparator));
        ConsoleRun run = pit(classPath, "com.example.bookstore.DiscountTests", folder);
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains("Coverage generation minion exited abnormally").doesNotContain("launcher");
    }
}
