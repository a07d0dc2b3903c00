package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.netbeans.lib.profiler.heap.Instance;

@Timeout(180)
class LeakTests {

    private static final List<String> OPTIONS = List.of("-Xmx64m", "-XX:+UseSerialGC", "-Xlog:gc:file=FOLDER/gc.log",
            "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=FOLDER/oom.hprof", "-XX:+ExitOnOutOfMemoryError");

    private static Class<?> main(String name) throws ClassNotFoundException {
        return Class.forName("com.example.bookstore." + name);
    }

    @Test
    void cacheGrowsUntilItDies() throws IOException {
        try (Patient patient = Patient.start(PageCache.class, OPTIONS)) {
            patient.await("第 500 次访问");
            String before = patient.ask("GC.class_histogram");
            patient.await("第 4000 次访问");
            String after = patient.ask("GC.class_histogram");
            Table table = new Table("类", "第 500 次之后", "第 4000 次之后");
            for (String name : List.of("com.example.bookstore.PageCache$Page", "java.util.concurrent.ConcurrentHashMap$Node",
                    "java.lang.Class")) {
                long first = Patient.count(before, name);
                table.row(name, "1", Patient.count(after, name) >= 2 * first ? "2 倍以上" : "差不多");
            }
            assertThat(Patient.count(before, "com.example.bookstore.PageCache$Page")).isBetween(500L, 2000L);
            Recording.check("histogram-growth.txt", table.toString());

            // Where it stands when the visitor sleeps between two visits.
            patient.ask("GC.heap_dump", patient.file("live.hprof").toString());
            HeapPath dump = new HeapPath(patient.file("live.hprof"));
            List<Instance> biggest = dump.biggest(5);
            Recording.check("biggest.txt", biggest.stream().map(dump::describe).collect(Collectors.joining("\n"))
                    + "\n\n" + String.join("\n", dump.path(biggest.getLast())));

            assertThat(patient.exitCode()).isEqualTo(3);
            Recording.check("out-of-memory.txt", patient.output().lines().filter(line -> !line.startsWith("第"))
                    .collect(Collectors.joining("\n")).replace(patient.file("").toString(), "/tmp")
                    .replaceAll("\\[\\d+ bytes in [\\d.]+ secs]", "[69897759 bytes in 0.288 secs]"));
            assertThat(new HeapPath(patient.file("oom.hprof")).count("com.example.bookstore.PageCache$Page"))
                    .isGreaterThan(5000);

            // The GC log: after each Full GC there is more left than after the one before.
            List<Integer> left = Files.readAllLines(patient.file("gc.log")).stream().filter(line -> line.contains("Pause Full"))
                    .map(line -> Integer.valueOf(line.replaceAll(".*->(\\d+)M\\(.*", "$1"))).toList();
            assertThat(left).isSorted().hasSizeGreaterThan(2);
            assertThat(left.getLast()).isGreaterThan(55);
            String last = Files.readAllLines(patient.file("gc.log")).stream().filter(line -> line.contains("Pause Full"))
                    .reduce((a, b) -> b).orElseThrow();
            Recording.check("gc-log.txt", last.replaceAll("^\\[[\\d.]+s]", "[10.368s]").replaceAll("GC\\(\\d+\\)", "GC(19)")
                    .replaceAll("\\d+M->\\d+M\\(\\d+M\\) [\\d.]+ms", "61M->61M(61M) 8.277ms"));
        }
    }

    @ParameterizedTest
    @CsvSource({"RequestTrail, RequestTrail$Step, thread-local-path.txt, 3000",
            "PriceAlerts, PriceAlerts$Window, listener-path.txt, 500"})
    void holders(String main, String held, String recording, int visits) throws Exception {
        try (Patient patient = Patient.start(main(main), OPTIONS)) {
            patient.await("第 " + visits + " 次访问");
            patient.ask("GC.heap_dump", patient.file("live.hprof").toString());
            Recording.check(recording, String.join("\n",
                    new HeapPath(patient.file("live.hprof")).path("com.example.bookstore." + held)));
            assertThat(patient.exitCode()).isEqualTo(3);
            assertThat(patient.output()).contains("java.lang.OutOfMemoryError: Java heap space");
        }
    }

    @ParameterizedTest
    @CsvSource({"PageCache, PageCache$Page, 1001", "RequestTrail, RequestTrail$Step, 5", "PriceAlerts, PriceAlerts$Window, 2"})
    void curedLivesOn(String main, String held, int most) throws Exception {
        try (Patient patient = Patient.start(main(main), List.of("-Xmx20m", "-XX:+UseSerialGC"), "cured")) {
            // With 20 MB the sick one would be dead long before.
            patient.await("第 " + (main.equals("PriceAlerts") ? 1000 : 3000) + " 次访问");
            assertThat(Patient.count(patient.ask("GC.class_histogram"), "com.example.bookstore." + held))
                    .isLessThanOrEqualTo(most);
            assertThat(patient.output()).doesNotContain("OutOfMemoryError");
        }
    }

    @Test
    void dumpTakenTooLate() throws IOException {
        try (Patient patient = Patient.start(SalesReport.class, List.of("-Xmx64m", "-XX:+HeapDumpOnOutOfMemoryError",
                "-XX:HeapDumpPath=FOLDER/oom.hprof"))) {
            patient.await("报表失败");
            patient.ask("GC.heap_dump", patient.file("late.hprof").toString());
            int atOnce = new HeapPath(patient.file("oom.hprof")).count("com.example.bookstore.SalesReport$Sale");
            int late = new HeapPath(patient.file("late.hprof")).count("com.example.bookstore.SalesReport$Sale");
            assertThat(atOnce).isGreaterThan(20_000);
            Recording.check("too-late.txt", new Table("转储", "SalesReport$Sale 的个数")
                    .row("内存溢出的那一刻（HeapDumpOnOutOfMemoryError）", atOnce > 20_000 ? "两万以上" : atOnce)
                    .row("报警之后再来（jcmd GC.heap_dump）", late).toString());
        }
    }

    @Test
    void reportWithoutMemory() {
        try (Patient patient = Patient.start(SalesReport.class, List.of("-Xmx64m"), "cured")) {
            patient.await("报表有 1000000 行");
        }
    }

    @Test
    void dumpDoesNotOverwrite() throws IOException {
        try (Patient patient = Patient.start(StockTransfer.class, List.of("-Xmx64m"), "cured")) {
            patient.await("这一秒有调拨");
            Files.createFile(patient.file("dump.hprof"));
            String answer = patient.ask("GC.heap_dump", patient.file("dump.hprof").toString());
            Recording.check("dump-exists.txt", answer.replace(patient.file("").toString(), "/tmp"));
            assertThat(answer).contains("File exists");
        }
    }

    @Test
    void heapPathAnswersBadQuestions() {
        ConsoleRun without = ConsoleRun.java(HeapPath.class);
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.output()).contains("用法：HeapPath");
        assertThat(ConsoleRun.java(HeapPath.class, "/no/such.hprof").exitCode()).isNotZero();
    }
}
