package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Missing;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import com.example.book.Table;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One patient burns a core as long as these tests last: they look at it at the same time. */
@Timeout(180)
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class CpuTests {

    /** {@code READ_WRITE}: nothing else may work in the patient meanwhile, it could be busier than the visitor. */
    private static final String PATIENT = "CpuTests.patient";

    private static Patient patient;
    private static Patient cured;

    @BeforeAll
    static void start() {
        // Waits most of the time; a test looks at it later.
        cured = Patient.start(TitleCheck.class, List.of("-Xmx64m", Patient.SHORT_LIVED), "cured");
        // perf walks the stacks by the frame pointers.
        patient = Patient.start(TitleCheck.class, List.of("-Xmx64m", "-Duser.home=FOLDER", "-XX:+PreserveFramePointer"));
        patient.await("第 500 次访问");
        // The thousandth visit burns.
        untilVisitorUsed(1500);
        patient.symptomShows();
    }

    @AfterAll
    static void stop() {
        patient.close();
        cured.close();
    }

    private static double cpuOf(String thread) {
        return cpu(Patient.thread(patient.ask("Thread.print"), thread).getFirst());
    }

    private static void untilVisitorUsed(double milliseconds) {
        await().atMost(Duration.ofSeconds(60)).until(() -> cpuOf("visitor-1") > milliseconds);
    }

    @Test
    @ResourceLock(value = PATIENT, mode = ResourceAccessMode.READ)
    void theThreadThatUsedMost() {
        List<String> dumps = List.of(dumpLater(), dumpLater(), dumpLater());
        Map<String, Double> first = cpuByThread(dumps.getFirst());
        String busiest = cpuByThread(dumps.getLast()).entrySet().stream()
                .max(Comparator.comparingDouble(thread -> thread.getValue() - first.getOrDefault(thread.getKey(), 0.0)))
                .orElseThrow().getKey();
        assertThat(busiest).startsWith("\"visitor-1\"");
        assertThat(dumps.stream().map(CpuTests::whereTheVisitorIs).distinct()).hasSize(1);
        Recording.check("busy-thread.txt", "\"visitor-1\" #… cpu=…ms elapsed=…s tid=… nid=… runnable\n"
                + whereTheVisitorIs(dumps.getFirst()) + "\n\t…");
    }

    /** A dump after the visitor has computed for another half a second. */
    private static String dumpLater() {
        untilVisitorUsed(cpuOf("visitor-1") + 500);
        return patient.ask("Thread.print");
    }

    /** By the beginning of the line, that is name and number. */
    private static Map<String, Double> cpuByThread(String dump) {
        return dump.lines().filter(line -> line.startsWith("\"") && line.contains(" cpu="))
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf(" cpu=")), CpuTests::cpu, Double::sum));
    }

    /** Its state and its topmost line of the book's own. */
    private static String whereTheVisitorIs(String dump) {
        List<String> thread = Patient.thread(dump, "visitor-1");
        return thread.get(1) + "\n\t…\n" + thread.stream().filter(line -> line.contains("com.example")).findFirst().orElseThrow();
    }

    private static double cpu(String header) {
        return Double.parseDouble(header.replaceAll(".*cpu=([\\d.]+)ms.*", "$1"));
    }

    @Test
    @RequiresProgram("pgrep")
    @ResourceLock(PATIENT)
    void topNamesTheThread() {
        String top = ConsoleRun.run(List.of("top", "-H", "-b", "-n", "2", "-d", "1", "-p", String.valueOf(patient.pid())),
                Recording.module(), null, Map.of()).output();
        // The second screen is about the second between the two: who is busy now stands on top.
        // The row with the id of the process is left out: in some sandboxes it is the sum of all threads.
        String busiest = top.substring(top.lastIndexOf("PID")).lines().skip(1)
                .filter(line -> !line.strip().startsWith(patient.pid() + " ")).findFirst().orElseThrow();
        assertThat(busiest).as(top).endsWith("visitor-1");
        String id = busiest.strip().split("\\s+")[0];
        // The id in top is the nid of the thread dump; older JDKs print it in hexadecimal.
        assertThat(Patient.thread(patient.ask("Thread.print"), "visitor-1").getFirst())
                .containsAnyOf("nid=" + id + " ", "nid=0x" + Integer.toHexString(Integer.parseInt(id)) + " ");
    }

    @Test
    @ResourceLock(value = PATIENT, mode = ResourceAccessMode.READ)
    void flightRecorderAndDeepStacks() throws IOException {
        // Recorded at the same time as the patient of all.
        CompletableFuture<String[]> deep = CompletableFuture.supplyAsync(CpuTests::deepSamples, Patient.BESIDE);
        // The regular expression recurses deeper than the 64 frames that are kept: the book's own code is cut off.
        String[] shallow = mostSeen(samples(patient));
        assertThat(shallow[0]).isEqualTo(CUT_OFF);
        // Once it has recorded it is too late.
        assertThat(patient.ask("JFR.configure", "stackdepth=1024")).contains("Stack depth: 64");

        // Too late: the depth is what it was when the first recording began.
        assertThat(patient.ask("JFR.configure", "stackdepth=1024")).contains("Stack depth: 64");

        String view = ConsoleRun.run(List.of(Patient.tool("jfr"), "-J" + Patient.SHORT_LIVED, "view", "--width", "100", "hot-methods",
                patient.file("cpu.jfr").toString()), Recording.module(), null, Map.of()).output();
        assertThat(view).contains("java.util.regex.Pattern");

        String[] whole = deep.join();
        Recording.check("jfr-frames.txt", new Table("stackdepth", "样本里最上面的一行自己的代码", "占样本")
                .row("64（默认）", shallow[0], shallow[1])
                .row(1024, whole[0], whole[1]).toString());
    }

    private static String[] deepSamples() {
        try (Patient deep = Patient.start(TitleCheck.class, List.of("-Xmx64m"))) {
            deep.await("第 500 次访问");
            deep.ask("JFR.configure", "stackdepth=1024");
            return mostSeen(samples(deep));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static final String CUT_OFF = "没有：栈被截断";

    /** What most of the samples show, and how many of them. */
    private static String[] mostSeen(Map<String, Long> samples) {
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        Map.Entry<String, Long> most = samples.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return new String[] {most.getKey(),
                most.getValue() * 10 >= all * 8 ? "八成以上" : most.getValue() + "/" + all};
    }

    /** Records until there are at least 50 samples of the visitor; by the book's topmost frame. */
    private static Map<String, Long> samples(Patient patient) throws IOException {
        Path file = patient.file("cpu.jfr");
        patient.ask("JFR.start", "name=look", "settings=profile");
        Map<String, Long> frames = Map.of();
        for (int i = 0; i < 60 && frames.values().stream().mapToLong(Long::longValue).sum() < 50; i++) {
            Patient.sleep(Duration.ofMillis(1000));
            patient.ask("JFR.dump", "name=look", "filename=" + file);
            frames = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                    .filter(event -> event.getThread("sampledThread").getJavaName().equals("visitor-1"))
                    .collect(Collectors.groupingBy(CpuTests::ownFrame, Collectors.counting()));
        }
        patient.ask("JFR.stop", "name=look");
        return frames;
    }

    /** For the JVM that is started and the one that it starts itself to get into the patient. */
    private static final Map<String, String> SHORT_LIVED = Map.of("JDK_JAVA_OPTIONS", Patient.SHORT_LIVED);

    private static List<String> arthas(int port, String commands) {
        Path home = Recording.module().resolve("target/arthas");
        return List.of(Patient.tool("java"), "-Duser.home=" + patient.file(""),
                "-jar", home.resolve("arthas-boot.jar").toString(), "--arthas-home", home.toString(),
                "--telnet-port", String.valueOf(port), "--http-port", "-1",
                "-c", commands, String.valueOf(patient.pid()));
    }

    @Test
    @ResourceLock(PATIENT)
    void arthas() {
        int port = RunningProgram.freePort();
        assertThat(patient.ask("Thread.print")).doesNotContain("\"arthas-");
        // Who writes its commands after -c and ends them with "quit" waits in vain: the client goes on until it is ended.
        try (RunningProgram quit = RunningProgram.start(arthas(port, "quit"), Recording.module(), SHORT_LIVED)) {
            quit.await("Arthas is still running in the background.");
        }
        assertThat(patient.ask("Thread.print")).contains("\"arthas-");
        String output = ConsoleRun.run(arthas(port, "thread -n 1; stop"), Recording.module(), null, SHORT_LIVED).output();
        await().atMost(Duration.ofSeconds(30)).until(() -> !patient.ask("Thread.print").contains("\"arthas-"));
        List<String> answer = output.replaceAll("\\u001B\\[[0-9;]*m", "").lines()
                .dropWhile(line -> !line.contains("thread -n 1")).toList();
        String header = answer.stream().filter(line -> line.startsWith("\"visitor-1\"")).findFirst()
                .orElseThrow(() -> new AssertionError(output));
        String own = answer.stream().filter(line -> line.contains("com.example.bookstore")).findFirst()
                .orElseThrow(() -> new AssertionError(output));
        Recording.check("arthas-thread.txt", "[arthas@12345]$ thread -n 1\n"
                + header.replaceAll("Id=\\d+", "Id=21").replaceAll("cpuUsage=[\\d.]+%", "cpuUsage=98.83%")
                        .replaceAll("deltaTime=\\d+ms", "deltaTime=198ms").replaceAll("time=(?!198)\\d+ms", "time=5641ms")
                + "\n    …\n" + own + "\n    …");
    }

    /** The topmost frame of the book's own code, or why there is none. */
    private static String ownFrame(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return "没有栈";
        }
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("com.example.bookstore.")) {
                return "%s.%s:%d".formatted(type.substring(type.lastIndexOf('.') + 1), frame.getMethod().getName(),
                        frame.getLineNumber());
            }
        }
        return event.getStackTrace().isTruncated() ? CUT_OFF : "没有";
    }

    /** The stacks of the samples that perf has of the visitor, each with its topmost frame first. */
    private static List<List<String>> stacks(Path data) throws IOException {
        Path names = Path.of("/tmp/perf-" + patient.pid() + ".map");
        try {
            patient.ask("Compiler.perfmap");
            String script = perf("script", "-i", data.toString(), "--comms", "visitor-1", "-F", "comm,ip,sym").output();
            return Arrays.stream(script.split("\\R\\s*\\R")).filter(sample -> sample.strip().startsWith("visitor-1"))
                    .map(sample -> sample.strip().lines().skip(1).toList()).filter(stack -> !stack.isEmpty()).toList();
        }
        finally {
            Files.deleteIfExists(names);
        }
    }

    private static ConsoleRun perf(String... arguments) {
        List<String> command = new ArrayList<>(List.of("perf"));
        command.addAll(List.of(arguments));
        return ConsoleRun.run(command, Recording.module(), null, Map.of());
    }

    private static String share(List<List<String>> stacks, Predicate<List<String>> which) {
        long count = stacks.stream().filter(which).count();
        return count * 10 >= stacks.size() * 8L ? "八成以上" : count + "/" + stacks.size();
    }

    @Test
    @RequiresProgram("perf")
    @ResourceLock(value = PATIENT, mode = ResourceAccessMode.READ)
    void perfSeesTheOwnClass() throws IOException {
        Path data = patient.file("perf.data");
        ConsoleRun record = perf("record", "-e", "cpu-clock", "-g", "-p", String.valueOf(patient.pid()),
                "-o", data.toString(), "--", "sleep", "2");
        if (record.exitCode() != 0) {
            throw Missing.part("内核不让 perf 记录：" + record.output().strip());
        }
        List<List<String>> stacks = stacks(data);
        assertThat(stacks).as(record.output()).hasSizeGreaterThan(50);
        Recording.check("perf-frames.txt", new Table("perf 的样本", "占 visitor-1 的样本")
                .row("最上面一层是 java.util.regex.Pattern 的方法",
                        share(stacks, stack -> stack.getFirst().contains(" java.util.regex.Pattern$")))
                .row("栈里有 TitleCheck 的方法", share(stacks, stack -> stack.stream()
                        .anyMatch(frame -> frame.contains(" com.example.bookstore.TitleCheck.")))).toString());
    }

    @Test
    void curedGoesOn() {
        cured.await("第 1500 次访问");
    }

    @ParameterizedTest
    @CsvSource({"Spring Boot, true", "'Spring  Boot', false", "'Spring Boot ', true", "'', false", "' Boot', false", "Boot!, false"})
    void bothPatternsAgree(String title, boolean valid) {
        assertThat(TitleCheck.valid(title)).isEqualTo(valid);
        assertThat(TitleCheck.validOneWay(title)).isEqualTo(valid);
    }

    @Test
    @ResourceLock(value = PATIENT, mode = ResourceAccessMode.READ)
    void plusIsRememberedAndACountIsNot() throws InterruptedException {
        // The JDK remembers where "( )+" has failed already; for "( ){1,60}" it does not.
        String title = "The Art of Computer Programming Fundamental Algorithms!";
        Thread plus = Thread.ofPlatform().daemon().start(() -> java.util.regex.Pattern.matches("^(\\w+ ?)+$", title));
        plus.join(Duration.ofSeconds(20));
        assertThat(plus.isAlive()).isFalse();
        // The visitor has begun before and goes on: nothing has been printed for the thousandth visit.
        untilVisitorUsed(cpuOf("visitor-1"));
        assertThat(patient.output()).doesNotContain("第 1000 次访问");
    }
}
