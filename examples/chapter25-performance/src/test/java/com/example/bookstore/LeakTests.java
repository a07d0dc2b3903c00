package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.springframework.util.FileSystemUtils;

@Timeout(180)
@Order(2)
class LeakTests {

    private static final String PAGE = "com.example.bookstore.PageCache$Page";

    private static final List<String> OPTIONS = List.of("-Xmx64m", "-XX:+UseSerialGC", "-Xlog:gc:file=FOLDER/gc.log", Patient.SHORT_LIVED,
            "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=FOLDER/oom.hprof", "-XX:+ExitOnOutOfMemoryError");

    /** The sick ones of {@link #holders} need less to die, so they die sooner. */
    private static final List<String> SMALL = OPTIONS.stream().map(option -> option.replace("-Xmx64m", "-Xmx32m")).toList();

    /** They mostly wait, so they wait while other tests run. */
    private static final Map<String, Patient> CURED = new HashMap<>();

    /** So much room that it still lives when a slow machine gets round to asking. */
    private static final List<String> ROOMY = List.of("-Xmx256m", "-XX:+UseSerialGC", Patient.SHORT_LIVED);

    /** All that is asked of it is asked at the beginning, then it is ended; its files stay. */
    private static Patient alive;
    /** Begins at the same time, with so little room that it dies. */
    private static Patient dies;
    private static String histogram;
    private static String laterHistogram;

    @BeforeAll
    static void start() throws ClassNotFoundException {
        for (String name : List.of("PageCache", "RequestTrail", "PriceAlerts")) {
            CURED.put(name, Patient.start(main(name), List.of("-Xmx20m", "-XX:+UseSerialGC", Patient.SHORT_LIVED), "cured"));
        }
        alive = Patient.start(PageCache.class, ROOMY);
        dies = Patient.start(PageCache.class, OPTIONS);
        alive.ask("VM.log", "what=gc", "output=" + alive.file("gc.log"));
        alive.await("第 500 次访问");
        histogram = alive.ask("GC.class_histogram");
        // Where the answer came late there are more pages by now, and the second time has to be later.
        alive.await("第 " + Math.max(4000, Patient.count(histogram, PAGE) * 5 / 2 / 500 * 500 + 500) + " 次访问");
        dies.awaitSymptom("第 4000 次访问");
        laterHistogram = alive.ask("GC.class_histogram");
        dump(alive, PAGE);
        alive.ask("GC.heap_dump", "-gz=1", alive.file("live.hprof.gz").toString());
        alive.end();
    }

    @AfterAll
    static void stop() {
        CURED.values().forEach(Patient::close);
        alive.close();
        dies.close();
    }

    /**
     * Has a dump written to {@code live.hprof}, and the path in it from an object of a class. Now and then the visitor is
     * met in the middle of a visit, where its frames hold more; then another one is asked for.
     */
    private static List<String> dump(Patient patient, String held) {
        Path file = patient.file("live.hprof");
        return await().atMost(Duration.ofSeconds(60)).until(() -> {
            patient.ask("GC.heap_dump", "-overwrite", file.toString());
            return new HeapPath(file).path(held);
        }, path -> path.get(path.size() - 2).matches(".*(\\$\\$Lambda\\.arg\\$\\d|Thread\\.threadLocals)"));
    }

    private static Class<?> main(String name) throws ClassNotFoundException {
        return Class.forName("com.example.bookstore." + name);
    }

    @Test
    void gcLogOfAProcessThatRunsAlready() throws IOException {
        assertThat(Files.readString(alive.file("gc.log"))).contains("Pause Full");
    }

    @Test
    void cacheGrowsUntilItDies() throws IOException {
        Table table = new Table("类", "第 500 次之后", "第 4000 次之后");
        for (String name : List.of(PAGE, "java.util.concurrent.ConcurrentHashMap$Node", "java.lang.Class")) {
            long first = Patient.count(histogram, name);
            table.row(name, "1", Patient.count(laterHistogram, name) >= 2 * first ? "2 倍以上" : "差不多");
        }
        assertThat(Patient.count(histogram, PAGE)).isGreaterThanOrEqualTo(500);
        Recording.check("histogram-growth.txt", table.toString());

        HeapPath dump = new HeapPath(alive.file("live.hprof"));
        List<Instance> biggest = dump.biggest(5);
        Recording.check("biggest.txt", biggest.stream().map(dump::describe).collect(Collectors.joining("\n"))
                + "\n\n" + String.join("\n", dump.path(biggest.getLast())));

        assertThat(dies.exitCode()).isEqualTo(3);
        Recording.check("out-of-memory.txt", dies.output().lines().filter(line -> !line.startsWith("第"))
                .collect(Collectors.joining("\n")).replace(dies.file("").toString(), "/tmp")
                .replaceAll("\\[\\d+ bytes in [\\d.]+ secs]", "[69897759 bytes in 0.288 secs]"));
        HeapPath last = new HeapPath(dies.file("oom.hprof"));
        assertThat(last.count(PAGE)).isGreaterThan(5000);
        // It ran out of memory inside computeIfAbsent: the table is a root itself, as a local variable.
        assertThat(last.report()).contains("  ← com.example.bookstore.PageCache.pages");

        // The GC log: after each Full GC there is more left than after the one before.
        List<Integer> left = Files.readAllLines(dies.file("gc.log")).stream().filter(line -> line.contains("Pause Full"))
                .map(line -> Integer.valueOf(line.replaceAll(".*->(\\d+)M\\(.*", "$1"))).toList();
        assertThat(left).isSorted().hasSizeGreaterThan(2);
        assertThat(left.getLast()).isGreaterThan(55);
        String lastLine = Files.readAllLines(dies.file("gc.log")).stream().filter(line -> line.contains("Pause Full"))
                .reduce((a, b) -> b).orElseThrow();
        Recording.check("gc-log.txt", lastLine.replaceAll("^\\[[\\d.]+s]", "[10.368s]").replaceAll("GC\\(\\d+\\)", "GC(19)")
                .replaceAll("\\d+M->\\d+M\\(\\d+M\\) [\\d.]+ms", "61M->61M(61M) 8.277ms"));
    }

    @ParameterizedTest
    @CsvSource({"RequestTrail, RequestTrail$Step, thread-local-path.txt, 2000",
            "PriceAlerts, PriceAlerts$Window, listener-path.txt, 500"})
    void holders(String main, String held, String recording, int visits) throws Exception {
        try (Patient small = Patient.start(main(main), SMALL); Patient asked = Patient.start(main(main), ROOMY)) {
            asked.awaitSymptom("第 " + visits + " 次访问");
            Recording.check(recording, String.join("\n", dump(asked, "com.example.bookstore." + held)));
            asked.end();
            assertThat(small.exitCode()).isEqualTo(3);
            assertThat(small.output()).contains("java.lang.OutOfMemoryError: Java heap space");
        }
    }

    @ParameterizedTest
    @CsvSource({"PageCache, PageCache$Page, 1001", "RequestTrail, RequestTrail$Step, 5", "PriceAlerts, PriceAlerts$Window, 2"})
    void curedLivesOn(String main, String held, int most) throws Exception {
        Patient patient = CURED.get(main);
        // With 20 MB the sick one would be dead long before.
        patient.await("第 " + (main.equals("PriceAlerts") ? 1000 : 3000) + " 次访问");
        assertThat(Patient.count(patient.ask("GC.class_histogram"), "com.example.bookstore." + held))
                .isLessThanOrEqualTo(most);
        assertThat(patient.output()).doesNotContain("OutOfMemoryError");
        patient.close();
    }

    @Test
    void dumpTakenTooLate() throws IOException {
        try (Patient patient = Patient.start(SalesReport.class, List.of("-Xmx64m", "-XX:+HeapDumpOnOutOfMemoryError",
                "-XX:HeapDumpPath=FOLDER"));
                Patient early = Patient.start(PageCache.class, List.of("-Xmx32m", "-XX:+UseSerialGC", Patient.SHORT_LIVED));
                Patient after = Patient.start(Again.class, List.of("-Xmx24m", "-XX:+UseSerialGC", Patient.SHORT_LIVED,
                        "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")))) {
            // Before the first time the flag can still be set from outside, afterwards it no longer has an effect.
            early.await("第 500 次访问");
            dumpOnOutOfMemory(early);
            after.await("溢出");
            dumpOnOutOfMemory(after);
            long before = outOfMemory(after);
            await().atMost(Duration.ofSeconds(60)).until(() -> outOfMemory(after) > before + 1);
            assertThat(after.output()).doesNotContain("Dumping heap");
            after.end();

            patient.await("报表失败");
            patient.ask("GC.heap_dump", patient.file("late.hprof").toString());
            int atOnce = new HeapPath(patient.file("java_pid" + patient.pid() + ".hprof")).count("com.example.bookstore.SalesReport$Sale");
            int late = new HeapPath(patient.file("late.hprof")).count("com.example.bookstore.SalesReport$Sale");
            assertThat(atOnce).isGreaterThan(20_000);
            Recording.check("too-late.txt", new Table("转储", "SalesReport$Sale 的个数")
                    .row("内存溢出的那一刻（HeapDumpOnOutOfMemoryError）", atOnce > 20_000 ? "两万以上" : atOnce)
                    .row("报警之后再来（jcmd GC.heap_dump）", late).toString());

            early.await("Heap dump file created");
            assertThat(early.file("oom.hprof")).isNotEmptyFile();
        }
    }

    private static long outOfMemory(Patient patient) {
        return patient.output().lines().filter("溢出"::equals).count();
    }

    private static void dumpOnOutOfMemory(Patient patient) {
        patient.ask("VM.set_flag", "HeapDumpPath", patient.file("oom.hprof").toString());
        patient.ask("VM.set_flag", "HeapDumpOnOutOfMemoryError", "1");
    }

    /** Runs out of memory again and again. */
    static final class Again {

        public static void main(String[] args) {
            while (true) {
                try {
                    List<byte[]> kept = new ArrayList<>();
                    while (true) {
                        kept.add(new byte[64 * 1024]);
                    }
                }
                catch (OutOfMemoryError ex) {
                    System.out.println("溢出");
                }
            }
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
        try (Patient patient = Patient.start(SalesReport.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=FOLDER/dumps/"))) {
            String file = Files.createFile(patient.file("dump.hprof")).toString();
            // When the memory runs out and the last run's dump is still there, it is not written either.
            try (Patient second = Patient.start(SalesReport.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                    "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=" + file))) {
                // A folder has to be there already.
                patient.await("报表失败");
                assertThat(patient.output()).contains("Unable to create " + patient.file("dumps") + "/");
                String answer = Patient.jcmd(String.valueOf(patient.pid()), "GC.heap_dump", file).output().replaceFirst("^\\d+:\\R", "");
                Recording.check("dump-exists.txt", answer.replace(patient.file("").toString(), "/tmp"));
                assertThat(answer).contains("File exists");
                second.await("报表失败");
                assertThat(second.output()).contains("Unable to create " + file + ": File exists");
            }
            assertThat(patient.ask("GC.heap_dump", "-overwrite", file)).contains("Heap dump file created");
        }
    }

    @Test
    void heapPathAnswersBadQuestions() {
        ConsoleRun without = ConsoleRun.java(HeapPath.class);
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.output()).contains("用法：HeapPath");
        ConsoleRun missing = ConsoleRun.java(HeapPath.class, "/no/such.hprof");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.output()).contains("读不了 /no/such.hprof");
        // A container often has no LANG.
        ConsoleRun plain = ConsoleRun.run(List.of(Patient.tool("java"), "-cp", System.getProperty("java.class.path"),
                HeapPath.class.getName(), "/no/such.hprof"), Recording.module(), null, Map.of("LC_ALL", "C"));
        assertThat(plain.output()).contains("读不了 /no/such.hprof");
    }

    /** The command on the page, and the same dump read again and again, in any order. */
    @Test
    @RequiresProgram("bash")
    void heapPathReadsADumpAgain() throws IOException {
        Path file = alive.file("live.hprof");
        assertThat(new HeapPath(file).path(PAGE)).contains("  ← com.example.bookstore.PageCache.pages");
        List<String> report = new HeapPath(file).report();
        assertThat(report).contains("  ← com.example.bookstore.PageCache.pages");
        assertThat(alive.file("live.hprof.nbcache")).doesNotExist();

        ConsoleRun command = ConsoleRun.run(List.of("bash", "-c", "\"$0\" -cp \"target/classes:$(cat target/classpath.txt)\" \\\n"
                + "  com.example.bookstore.HeapPath \"$1\"", Patient.tool("java"), file.toString()), Recording.module(), null, Map.of());
        assertThat(command.exitCode()).as(command.output()).isZero();
        assertThat(command.output().lines()).containsExactlyElementsOf(report);

        ConsoleRun none = ConsoleRun.java(HeapPath.class, file.toString(), "com.example.NoSuch");
        assertThat(none.output()).isEqualTo("转储里没有 com.example.NoSuch 的对象\n");
        assertThat(none.exitCode()).isEqualTo(1);

        // A dump that was not written to its end.
        byte[] whole = Files.readAllBytes(file);
        Path half = Files.write(alive.file("half.hprof"), Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> new HeapPath(half)).isInstanceOf(IOException.class).hasMessage("不是堆转储，或者没有写完");
        // Cut between two records there is nothing odd in it but that the end is not there.
        List<Integer> records = records(whole);
        for (int end : List.of(records.get(records.size() / 2), records.getLast())) {
            Path cut = Files.write(alive.file("cut.hprof"), Arrays.copyOf(whole, end));
            assertThatThrownBy(() -> new HeapPath(cut)).as("前 " + end + " 个字节").isInstanceOf(IOException.class)
                    .hasMessage("不是堆转储，或者没有写完");
        }
        assertThatThrownBy(() -> new HeapPath(alive.file("live.hprof.gz"))).hasMessageContaining("gunzip");
        Path empty = Files.createFile(alive.file("empty.hprof"));
        assertThatThrownBy(() -> new HeapPath(empty)).isInstanceOf(IOException.class);
    }

    /** Where the records that hold the objects begin, and last the one that ends the dump. */
    private static List<Integer> records(byte[] dump) {
        ByteBuffer bytes = ByteBuffer.wrap(dump);
        List<Integer> starts = new ArrayList<>();
        int at = "JAVA PROFILE 1.0.2\0".length() + 12;
        while (at < dump.length) {
            if (dump[at] == 0x1C || dump[at] == 0x2C) {
                starts.add(at);
            }
            at += 9 + bytes.getInt(at + 5);
        }
        return starts;
    }

    /** Orders in a list, each linked to the next. */
    static final class LongQueue {

        record Order(long id) {
        }

        static final LinkedList<Order> WAITING = new LinkedList<>();

        public static void main(String[] args) throws InterruptedException {
            for (long id = 1; id <= 2000; id++) {
                WAITING.add(new Order(id));
            }
            System.out.println("两千张订单在排队");
            Thread.currentThread().join();
        }
    }

    @Test
    void heapPathAlongALinkedList() throws IOException {
        try (Patient patient = Patient.start(LongQueue.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                // A patient runs without the module's test classes, and this one is a test class.
                "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")))) {
            patient.await("两千张订单在排队");
            patient.ask("GC.heap_dump", patient.file("live.hprof").toString());
            List<String> path = new HeapPath(patient.file("live.hprof")).path("com.example.bookstore.LeakTests$LongQueue$Order");
            assertThat(path).hasSizeLessThan(10).contains("  ← com.example.bookstore.LeakTests$LongQueue.WAITING")
                    .doesNotContain("  ← GC 根（未知）");
        }
    }

    /** Two objects of the JDK's that hold each other, each of which a running method looks at. */
    static final class Ring {

        public static void main(String[] args) throws InterruptedException {
            AtomicReference<Object> first = new AtomicReference<>();
            AtomicReference<Object> second = new AtomicReference<>(first);
            first.set(second);
            System.out.println("转圈");
            while (first.get() == second && second.get() == first) {
                Thread.sleep(100);
            }
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void heapPathAlongARingEnds() throws IOException {
        try (Patient patient = Patient.start(Ring.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")))) {
            patient.await("转圈");
            patient.ask("GC.heap_dump", patient.file("live.hprof").toString());
            Heap heap = HeapFactory.createHeap(patient.file("live.hprof").toFile());
            for (Object reference : heap.getJavaClassByName("java.util.concurrent.atomic.AtomicReference").getInstances()) {
                assertThat(new HeapPath(heap).path((Instance) reference).getLast()).startsWith("  ← GC 根");
            }
        }
    }

    /** The library fails on what it has left beside the dump itself when it was asked for a path first. */
    @Test
    void heapPathFallsBackToTheHistogram() throws IOException {
        // A copy: what the library leaves beside a dump must not be beside that of the other test.
        Path copy = Files.createTempDirectory("chapter25-copy-");
        try {
            File file = Files.copy(alive.file("live.hprof"), copy.resolve("live.hprof")).toFile();
            new HeapPath(HeapFactory.createHeap(file)).path(PAGE);
            Heap heap = HeapFactory.createHeap(file);
            assertThatThrownBy(() -> new HeapPath(heap).biggest(5)).isInstanceOf(NullPointerException.class);
            List<String> report = new HeapPath(HeapFactory.createHeap(file)).report();
            assertThat(report).hasSize(6);
            assertThat(report.getFirst()).startsWith("算不出谁撑住最多（java.lang.NullPointerException");
            assertThat(report.get(1)).matches("byte\\[]：\\d+ 个，\\d+ 字节");

            // What static fields hold is held by a class: the class is named.
            Instance type = heap.getInstanceByID(heap.getJavaClassByName("com.example.bookstore.PageCache").getJavaClassId());
            assertThat(new HeapPath(heap).path(type).getFirst()).isEqualTo("类 com.example.bookstore.PageCache 的静态字段");
        }
        finally {
            FileSystemUtils.deleteRecursively(copy);
        }
    }
}
