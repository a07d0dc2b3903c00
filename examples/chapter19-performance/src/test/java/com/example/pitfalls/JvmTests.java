package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(120)
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

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
    void makeAndUseTheCacheAtOnce() {
        assertThat(failing("aot-both.txt", "-XX:AOTCacheOutput=app.aot", "-XX:AOTCache=app.aot", "-version").output())
                .contains("Only one of AOTCache or AOTCacheOutput can be specified");
    }

    /** Half of the collector's pauses were no longer. */
    private static double medianPause(String collector, String log, String pause) {
        ConsoleRun run = java("-Xmx256m", log, "-XX:+" + collector, "-cp", "target/test-classes",
                Churn.class.getName());
        assertThat(run.exitCode()).as(run.output()).isZero();
        List<Double> all = Pattern.compile("Pause " + pause + ".* (\\d+\\.\\d+)ms").matcher(run.output())
                .results().map(one -> Double.parseDouble(one.group(1))).toList();
        assertThat(all).isNotEmpty();
        return all.stream().mapToDouble(Double::doubleValue).sorted().toArray()[all.size() / 2];
    }

    @Test
    void pauses() {
        double serial = medianPause("UseSerialGC", "-Xlog:gc", "(?:Young|Full)");
        double z = medianPause("UseZGC", "-Xlog:gc*", "(?:Mark|Relocate)");
        System.out.printf("停顿的中位数：Serial %.2f ms，ZGC %.3f ms%n", serial, z);
        assertThat(serial / z).isGreaterThan(10);
        Recording.check("pauses.txt", new Table("将近一百兆活着的对象", "停顿的中位数")
                .row("ZGC", "1").row("Serial", "10 倍以上").toString());
    }
}
