package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.RawData;
import com.example.measure.AbTest;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(120)
@Isolated
class JvmTests {

    private static ConsoleRun java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Duser.language=en"));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, Recording.module(), null, Map.of());
    }

    private static String collector(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Xlog:gc"));
        all.addAll(List.of(arguments));
        all.add("-version");
        Matcher using = Pattern.compile("Using (.+)").matcher(java(all.toArray(String[]::new)).output());
        assertThat(using.find()).isTrue();
        return using.group(1).strip();
    }

    @Test
    void collectorDependsOnCores() {
        String one = collector("-XX:ActiveProcessorCount=1");
        String two = collector("-XX:ActiveProcessorCount=2");
        assertThat(one).isEqualTo("Serial");
        assertThat(two).isEqualTo("G1");
        Recording.check("collector.txt", new Table("JVM 看到的核数", "它选的收集器")
                .row("1", one).row("2", two).toString());
    }

    @Test
    void collectorCanBeChosen() {
        assertThat(collector("-XX:ActiveProcessorCount=1", "-XX:+UseG1GC")).isEqualTo("G1");
    }

    private static ConsoleRun failing(String file, String... arguments) {
        ConsoleRun run = java(arguments);
        assertThat(run.exitCode()).as(run.output()).isNotZero();
        Recording.check(file, run.output().replaceAll("\\[\\d+\\.\\d+s]", "[0.100s]"));
        return run;
    }

    @Test
    void twoCollectors() {
        assertThat(failing("two-collectors.txt", "-XX:+UseG1GC", "-XX:+UseSerialGC", "-version").output())
                .contains("Multiple garbage collectors selected");
    }

    @Test
    void initialHeapTooLarge() {
        assertThat(failing("initial-heap.txt", "-Xms512m", "-Xmx256m", "-version").output())
                .contains("Initial heap size set to a larger value than the maximum heap size");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "旧的 JDK 报错的话不一样")
    void flightRecorderSettings() {
        assertThat(failing("jfr-settings.txt", "-XX:StartFlightRecording=settings=prof", "-version").output())
                .contains("Could not find file 'prof'");
    }

    /** The application, here this JVM, goes on; nothing is recorded. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "旧的 JDK 报错的话不一样")
    void misnamedSettingsByCommand() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        String pid = Long.toString(ProcessHandle.current().pid());
        ConsoleRun run = ConsoleRun.run(List.of(jcmd, pid, "JFR.start", "name=misnamed", "settings=prof"),
                Recording.module(), null, Map.of());
        assertThat(run.output()).contains("Could not find file 'prof'");
        assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                .noneMatch(recording -> recording.getName().equals("misnamed"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
    void makeAndUseTheCacheAtOnce() {
        assertThat(failing("aot-both.txt", "-XX:AOTCacheOutput=app.aot", "-XX:AOTCache=app.aot", "-version").output())
                .contains("Only one of AOTCache or AOTCacheOutput can be specified");
    }

    /** What one run of {@link Churn} showed, in milliseconds. */
    private record Run(double medianPause, double pauses, double concurrent, double stalls, double cpu) {
    }

    private static Run churn(String collector, String heap, String pause) {
        ConsoleRun run = java("-Xmx" + heap, "-Xlog:gc*", "-XX:+" + collector, "-cp", "target/test-classes",
                Churn.class.getName());
        assertThat(run.exitCode()).as(run.output()).isZero();
        double[] pauses = millis(run, "Pause " + pause + ".* (\\d+\\.\\d+)ms");
        double[] cpu = millis(run, "CPU (\\d+) ms");
        assertThat(pauses).as(run.output()).isNotEmpty();
        assertThat(cpu).as(run.output()).hasSize(1);
        return new Run(pauses[pauses.length / 2], Arrays.stream(pauses).sum(),
                Arrays.stream(millis(run, "Concurrent .* (\\d+\\.\\d+)ms")).sum(),
                Arrays.stream(millis(run, "Allocation Stall \\(main\\) (\\d+\\.\\d+)ms")).sum(), cpu[0]);
    }

    private static double[] millis(ConsoleRun run, String line) {
        return Pattern.compile(line).matcher(run.output()).results()
                .mapToDouble(one -> Double.parseDouble(one.group(1))).sorted().toArray();
    }

    private static Run serial() {
        return churn("UseSerialGC", "256m", "(?:Young|Full)");
    }

    private static Run z(String heap) {
        return churn("UseZGC", heap, "(?:Mark|Relocate)");
    }

    private static Run z() {
        return z("256m");
    }

    /** The collectors in turn, the first of a round second in the next; {@code [0]} is Serial's run. */
    private static Run[][] inTurns(int rounds) {
        Run[][] runs = new Run[rounds][];
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                Run first = serial();
                runs[round] = new Run[] {first, z()};
            }
            else {
                Run first = z();
                runs[round] = new Run[] {serial(), first};
            }
        }
        return runs;
    }

    private static final int ROUNDS = 10;

    private static AbTest.Result compare(Run[][] runs, ToDoubleFunction<Run> millis) {
        return AbTest.compare("Serial", Arrays.stream(runs).mapToDouble(run -> millis.applyAsDouble(run[0]) * 1e6).toArray(),
                "ZGC", Arrays.stream(runs).mapToDouble(run -> millis.applyAsDouble(run[1]) * 1e6).toArray());
    }

    /** ZGC took more of the processors' time, and the difference is real. */
    private static void costsCpu(AbTest.Result result) {
        assertThat(result.real()).as(result.toString()).isTrue();
        assertThat(result.ratio()).as(result.toString()).isGreaterThan(1.1);
    }

    @Test
    void pauses() {
        if (Boolean.getBoolean("book.record")) {
            Run[][] runs = inTurns(ROUNDS);
            RawData.check("pauses.tsv", compare(runs, Run::medianPause), RawData.fasterBy(10));
            RawData.check("gc-cpu.tsv", compare(runs, Run::cpu), JvmTests::costsCpu);
        }
        RawData.checkRecorded("pauses.tsv", ROUNDS, RawData.fasterBy(10));
        RawData.checkRecorded("gc-cpu.tsv", ROUNDS, JvmTests::costsCpu);
        for (Run[] round : inTurns(1)) {
            System.out.println(Arrays.toString(round));
            assertThat(round[0].medianPause() / round[1].medianPause()).isGreaterThan(10);
            assertThat(round[0].concurrent()).isZero();
            assertThat(round[1].concurrent() / round[1].pauses()).isGreaterThan(10);
        }
        Recording.check("pauses.txt", new Table("将近一百兆活着的对象", "停顿的中位数", "用的 CPU 时间，录制的那一次")
                .row("ZGC", "1", "1.1 倍以上").row("Serial", "10 倍以上", "1").toString());
    }

    /** What a thread waits for memory is no pause of the collector's, and a median of pauses does not show it. */
    @Test
    void threadsWaitForMemoryWithZ() {
        Run small = z();
        // A machine with more cores may collect in time once.
        for (int i = 0; i < 4 && small.stalls() <= 10 * small.pauses(); i++) {
            small = z();
        }
        System.out.println(small);
        assertThat(small.stalls()).isGreaterThan(10 * small.pauses());
        assertThat(z("1g").stalls()).isZero();
    }
}
