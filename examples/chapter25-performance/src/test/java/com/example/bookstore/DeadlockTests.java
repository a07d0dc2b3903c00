package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(180)
@Order(Order.DEFAULT + 1)
class DeadlockTests {

    private static final List<String> OPTIONS = List.of("-Xmx64m", Patient.SHORT_LIVED);

    // They mostly wait, so they all wait at the same time; each test looks at one of them.
    private static final List<Patient> PATIENTS = new ArrayList<>();
    private static Patient sick;
    private static Patient sickVirtual;
    private static Patient cured;
    private static Patient curedVirtual;
    private static Patient closed;

    private static Patient start(List<String> options, String... arguments) {
        Patient patient = Patient.start(StockTransfer.class, options, arguments);
        PATIENTS.add(patient);
        return patient;
    }

    @BeforeAll
    static void start() {
        sick = start(OPTIONS);
        sickVirtual = start(OPTIONS, "virtual");
        // Two that jcmd -l does not list.
        cured = start(List.of("-Xmx64m", Patient.SHORT_LIVED, "-XX:-UsePerfData"), "cured");
        curedVirtual = start(List.of("-Xmx64m", Patient.SHORT_LIVED, "-XX:+PerfDisableSharedMem"), "cured", "virtual");
        closed = start(List.of("-Xmx64m", "-XX:+DisableAttachMechanism"), "cured");
        sick.awaitSymptom("这一秒里一次调拨也没有");
        sickVirtual.await("这一秒里一次调拨也没有");
    }

    @AfterAll
    static void stop() {
        PATIENTS.forEach(Patient::close);
    }

    @Test
    void platformThreads() {
        String dump = sick.ask("Thread.print", "-l");
        String found = dump.lines().dropWhile(line -> !line.startsWith("Found one Java-level deadlock"))
                .takeWhile(line -> !line.startsWith("Found 1 deadlock"))
                .filter(line -> !line.contains("java.base"))
                .filter(line -> !line.contains("$$Lambda"))
                .map(line -> line.replaceAll("0x[0-9a-f]{8,}", "0x00007f00"))
                .collect(Collectors.joining("\n"));
        Recording.check("deadlock.txt", found);
        assertThat(dump).contains("Found 1 deadlock.");
    }

    @Test
    void virtualThreadsAreNotInThreadPrint() throws IOException {
        String dump = sickVirtual.ask("Thread.print", "-l");
        assertThat(dump).doesNotContain("Java-level deadlock").doesNotContain("\"transfer-1\"");
        sickVirtual.ask("Thread.dump_to_file", "-overwrite", "-format=json", sickVirtual.file("threads.json").toString());
        String json = Files.readString(sickVirtual.file("threads.json"));
        assertThat(json).contains("transfer-1").contains("transfer-2").contains("StockTransfer.move");

        // One that runs is there without its name, below the platform thread that carries it; JDK 21 leaves out its stack.
        try (Patient running = Patient.start(Running.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")))) {
            running.await("正在算");
            String print = running.ask("Thread.print");
            assertThat(print).doesNotContain("\"burner\"");
            if (Runtime.version().feature() == 21) {
                assertThat(print).containsPattern("Carrying virtual thread #\\d+").doesNotContain("Running.burn");
            }
            else {
                assertThat(print).containsPattern("Mounted virtual thread #\\d+\\R(\\tat .*\\R)*"
                        + "\\tat com\\.example\\.bookstore\\.DeadlockTests\\$Running\\.burn");
            }
        }
    }

    /** A virtual thread that never stops computing. */
    static final class Running {

        private static volatile long sum;

        private static void burn() {
            System.out.println("正在算");
            while (true) {
                sum = sum * 31 + 1;
            }
        }

        public static void main(String[] args) throws InterruptedException {
            Thread.ofVirtual().name("burner").start(Running::burn).join();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "JDK 25 之前，Thread.dump_to_file 不写谁拿着哪把锁")
    void virtualThreadsWithTheirLocks() throws IOException {
        sickVirtual.ask("Thread.dump_to_file", "-overwrite", "-format=json", sickVirtual.file("threads.json").toString());
        JsonNode dump = JsonMapper.shared().readTree(Files.readString(sickVirtual.file("threads.json")));
        String first = null;
        StringBuilder text = new StringBuilder();
        for (JsonNode container : dump.path("threadDump").path("threadContainers")) {
            for (JsonNode thread : container.path("threads")) {
                if (!thread.path("name").asString().startsWith("transfer")) {
                    continue;
                }
                String waits = thread.path("blockedOn").asString();
                first = first == null ? waits : first;
                text.append("%s%n  state      %s%n  blockedOn  %s%n  owns       %s%n  stack      %s%n".formatted(
                        thread.path("name").asString(), thread.path("state").asString(), name(waits, first),
                        name(thread.path("monitorsOwned").get(0).path("locks").get(0).asString(), first),
                        thread.path("stack").get(0).asString().replaceFirst("^com\\.example\\.bookstore\\.", "")));
            }
        }
        Recording.check("virtual-deadlock.txt", text.toString());
    }

    /** Two virtual threads, each of which holds a {@link ReentrantLock} and waits for the other's. */
    static final class Locked {

        private static void lock(ReentrantLock first, ReentrantLock second, CyclicBarrier bothHoldOne) {
            first.lock();
            try {
                bothHoldOne.await();
                System.out.println("拿着一把");
                second.lock();
            }
            catch (InterruptedException | BrokenBarrierException ex) {
                throw new IllegalStateException(ex);
            }
        }

        public static void main(String[] args) throws InterruptedException {
            ReentrantLock first = new ReentrantLock();
            ReentrantLock second = new ReentrantLock();
            CyclicBarrier bothHoldOne = new CyclicBarrier(2);
            Thread.ofVirtual().name("locked-1").start(() -> lock(first, second, bothHoldOne));
            Thread.ofVirtual().name("locked-2").start(() -> lock(second, first, bothHoldOne)).join();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "JDK 25 之前，Thread.dump_to_file 不写谁在等哪把锁")
    void virtualThreadsWithReentrantLocks() throws IOException {
        try (Patient locked = Patient.start(Locked.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")))) {
            Path file = locked.file("threads.json");
            List<String> threads = await().atMost(Duration.ofSeconds(60)).until(() -> {
                locked.ask("Thread.dump_to_file", "-overwrite", "-format=json", file.toString());
                List<String> found = new ArrayList<>();
                JsonMapper.shared().readTree(Files.readString(file)).path("threadDump").path("threadContainers")
                        .forEach(container -> container.path("threads").forEach(thread -> {
                            String text = thread.toString();
                            if (text.contains("ReentrantLock.lock(") && !text.contains("CyclicBarrier")) {
                                found.add(text);
                            }
                        }));
                return found;
            }, found -> found.size() == 2);
            // Who waits for which is there; who holds one is not.
            assertThat(threads).allSatisfy(thread -> assertThat(thread).containsOnlyOnce("ReentrantLock$NonfairSync@")
                    .doesNotContain("\"owner\"").doesNotContain("monitorsOwned"));
        }
    }

    /** The two warehouses by letters: their hash codes differ from run to run. */
    private static String name(String lock, String first) {
        assertThat(lock).contains("StockTransfer$Warehouse@");
        return "Warehouse@" + (lock.equals(first) ? "aaaa" : "bbbb");
    }

    @Test
    void cpuIsIdle() {
        double before = cpu(sick);
        // What it has printed by now may be old: the time has to pass. A thread that computes would use all of it.
        Patient.sleep(Duration.ofSeconds(2));
        assertThat(cpu(sick)).isCloseTo(before, within(50.0));
        assertThat(sick.output()).doesNotContainIgnoringCase("error").doesNotContainIgnoringCase("exception");
    }

    private static double cpu(Patient patient) {
        return Double.parseDouble(Patient.thread(patient.ask("Thread.print"), "transfer-1").getFirst()
                .replaceAll(".*cpu=([\\d.]+)ms.*", "$1"));
    }

    @Test
    void cured() {
        cured.await("这一秒有调拨").await("这一秒有调拨").await("这一秒有调拨");
        assertThat(cured.output()).doesNotContain("一次调拨也没有");
    }

    @Test
    void curedVirtual() {
        curedVirtual.await("这一秒有调拨").await("这一秒有调拨").await("这一秒有调拨");
        assertThat(curedVirtual.output()).doesNotContain("一次调拨也没有");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "更早的 JDK 说的话不一样")
    void noSuchProcess() {
        var run = Patient.jcmd("999999999", "Thread.print");
        assertThat(run.exitCode()).isNotZero();
        Recording.check("no-such-process.txt", run.output().lines().filter(line -> !line.startsWith("\t"))
                .collect(Collectors.joining("\n")));
    }

    @Test
    void notListedButAnswering() {
        sick.await("这一秒");
        List<String> listed = Patient.jcmd("-l").output().lines().map(line -> line.split(" ")[0]).toList();
        assertThat(listed).contains(String.valueOf(sick.pid()));
        for (Patient unlisted : List.of(cured, curedVirtual)) {
            unlisted.await("这一秒有调拨");
            assertThat(listed).doesNotContain(String.valueOf(unlisted.pid()));
            assertThat(unlisted.ask("VM.version")).contains("VM version");
        }
    }

    @Test
    void attachSwitchedOff() {
        closed.await("这一秒有调拨");
        var run = Patient.jcmd(String.valueOf(closed.pid()), "Thread.print");
        assertThat(run.exitCode()).isNotZero();
        // What is left: SIGQUIT prints the threads to the program's own output.
        ConsoleRun.run(List.of("bash", "-c", "kill -3 " + closed.pid()), Recording.module(), null, Map.of());
        closed.await("Full thread dump");
        Recording.check("attach-disabled.txt", run.output().lines().filter(line -> !line.startsWith("\t"))
                .filter(line -> !line.matches("\\d+:"))
                .collect(Collectors.joining("\n")).replaceAll("\\.java_pid\\d+", ".java_pid12345")
                .replaceAll("process \\d+", "process 12345").replaceAll("\\d+: ", "12345: "));
    }
}
