package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.RunningProgram;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
@RequiresProgram("bash")
@Order(Order.DEFAULT + 3)
@Execution(ExecutionMode.CONCURRENT)
class FirstAidTests {

    private static Deadlocked deadlocked;
    private static Rested rested;

    /** One after the other: the second is timed. */
    @BeforeAll
    static void examine() {
        deadlocked = Deadlocked.examined();
        rested = Rested.examined();
    }

    @AfterAll
    static void stop() {
        if (deadlocked != null) {
            deadlocked.patient().close();
        }
        if (rested != null) {
            rested.patient().close();
        }
    }

    /**
     * A folder like the JDK's, with the two tools that the script starts seventeen times: the same ones, which begin sooner
     * for what the JVM keeps in a cache (from JDK 25 on) and for the quick compiler.
     */
    private static final class QuickTools {

        static final Path HOME = made();

        private static Path made() {
            try {
                Path bin = Files.createDirectories(Recording.module().resolve("target/quick-tools/bin"));
                Path cache = bin.resolve("jcmd.aot");
                Files.deleteIfExists(cache);
                Patient.jcmd("-J-XX:AOTCacheOutput=" + cache, String.valueOf(ProcessHandle.current().pid()), "VM.version");
                String quick = "-J-XX:+UseSerialGC -J" + Patient.SHORT_LIVED;
                write(bin, "jcmd", Files.exists(cache) ? quick + " -J-XX:AOTCache=" + cache : quick);
                write(bin, "jfr", quick);
                return bin.getParent();
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        private static void write(Path bin, String tool, String options) throws IOException {
            Path file = Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec '%s' %s \"$@\"\n".formatted(Patient.tool(tool), options));
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }

    private static ConsoleRun aid(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of("bash", Recording.module().resolve("first-aid.sh").toString()));
        command.addAll(List.of(arguments));
        Map<String, String> all = new java.util.HashMap<>(Map.of("JAVA_HOME", QuickTools.HOME.toString(), "FIRST_AID_SECONDS", "2"));
        all.putAll(environment);
        return ConsoleRun.run(command, Recording.module(), null, all);
    }

    /** Does nothing; what it is given is part of the command line. */
    static final class Agent {

        public static void premain(String options) {
        }
    }

    private static Path agent(ProgramFolder folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Agent.class.getName());
        Path file = folder.path().resolve("agent.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            String name = Agent.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            Files.copy(Recording.module().resolve("target/test-classes").resolve(name), out);
        }
        return file;
    }

    /**
     * A run at a JVM that has a deadlock, all sorts of passwords, and a recording of its own, into a folder whose name the
     * JVM cannot read; several tests look at it.
     *
     * @param plain what the recording of its own has in it
     */
    private record Deadlocked(Patient patient, Path folder, ConsoleRun run, Path plain) {

        static Deadlocked examined() {
            try (ProgramFolder agent = ProgramFolder.create("agent-")) {
                Patient patient = Patient.start(StockTransfer.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                        "-Dbookstore.password=s3cret-of-the-command", "-Dbookstore.pass=s3cret-of-the-short-name",
                        "-Dbookstore.pwd=s3cret-of-the-abbreviation", "-Dbookstore.broker=amqp://guest:s3cret@s3cret-of-the-url@localhost",
                        "-Dspring.application.json={\"db.password\":\"s3cret-of-the-json\"}",
                        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,onthrow=no.Such,launch=token=s3cret-of-the-native-agent",
                        "-XX:OnOutOfMemoryError=token=s3cret-of-the-flag", "-javaagent:" + agent(agent) + "=token=s3cret-of-the-agent"), "--db-password", "s3cret-of-the-option",
                        "-token", "s3cret-of-the-single-dash");
                patient.await("这一秒里一次调拨也没有");
                Path plain = patient.file("plain.jfr");
                patient.ask("JFR.start", "name=other");
                patient.ask("JFR.dump", "name=other", "filename=" + plain);
                Path folder = patient.file("现场 一");
                // In a container, what the JVM was started with is often in the environment of the script as well.
                ConsoleRun run = aid(Map.of("JAVA_TOOL_OPTIONS", "-Dbookstore.password=s3cret-of-the-tool-options",
                        "_JAVA_OPTIONS", "-Dbookstore.password=s3cret-of-the-old-options"), String.valueOf(patient.pid()), folder.toString(), "--heap");
                patient.end();
                return new Deadlocked(patient, folder, run, plain);
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    @Test
    void deadlock() throws IOException {
        Path folder = deadlocked.folder();
        ConsoleRun run = deadlocked.run();
        assertThat(run.exitCode()).as(run.output()).isZero();
        String summary = Files.readString(folder.resolve("summary.txt"));
        Recording.check("first-aid-deadlock.txt", summary.lines().filter(line -> line.startsWith("死锁") || line.startsWith("线程停得最多")
                || line.contains("StockTransfer.move")).collect(Collectors.joining("\n")));

        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = files.map(file -> file.getFileName().toString().replaceFirst("-[123]\\.txt", "-1.txt, -2.txt, -3.txt"))
                    .collect(Collectors.toCollection(TreeSet::new));
            names.removeIf(name -> name.startsWith("top-"));
            assertThat(names).containsExactly("command-line.txt", "heap-1.txt, -2.txt, -3.txt", "heap-dump.txt", "heap.hprof",
                    "histogram-1.txt, -2.txt, -3.txt", "jfr-start.txt", "jfr-stop.txt", "recording.jfr", "summary.txt",
                    "threads-1.txt, -2.txt, -3.txt", "version.txt", "virtual-threads.json", "virtual-threads.txt");
        }
        assertThat(Files.readString(folder.resolve("command-line.txt"))).contains("bookstore.password=***", "bookstore.pwd=***", "bookstore.pass=***",
                "token=***", "amqp://guest:***@localhost", "{\"db.password\":***", "--db-password ***", "-token ***");
        noSecrets(folder);
    }

    /** What another recording asks for is in each recording of that time. */
    @Test
    void anotherRecordingIsRunningAlready() throws IOException {
        assertThat(deadlocked.run().output()).doesNotContain("没有做成的");
        noSecrets(deadlocked.folder());
    }

    @Test
    void plainRecordingHasTheEnvironmentInIt() throws IOException {
        String variable = RecordingFile.readAllEvents(deadlocked.plain()).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.InitialEnvironmentVariable"))
                .filter(event -> event.getString("key").equals("DB_PASSWORD"))
                .map(event -> event.getString("key") + " = \"" + event.getString("value") + "\"").findFirst().orElseThrow();
        Recording.check("jfr-secret.txt", "jdk.InitialEnvironmentVariable\n  " + variable);
    }

    @Test
    void aFolderWhoseNameTheJvmCannotRead() {
        writtenByTheJvm(deadlocked.folder(), deadlocked.run());
        assertThat(deadlocked.folder().resolveSibling("现场")).doesNotExist();
    }

    /** Three threads of one name: one has computed and is done, two never did. And one whose name is not English. */
    static final class Workers {

        private static void rest() {
            LockSupport.park();
        }

        private static void burn() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long sum = 0;
            while (threads.getCurrentThreadCpuTime() < 1_500_000_000L) {
                sum += threads.getCurrentThreadCpuTime() % 7;
            }
            System.out.println("算完了 " + sum);
            rest();
        }

        public static void main(String[] args) {
            Thread.ofPlatform().name("打包-1").start(LockSupport::park);
            for (Runnable task : List.<Runnable>of(Workers::rest, Workers::burn, Workers::rest)) {
                Thread.ofPlatform().name("worker").start(task);
            }
        }
    }

    /**
     * A run at a JVM that rests, after another that was killed half way; several tests look at it.
     *
     * @param killed the folder of the other
     * @param recordings what was recorded between the two
     */
    private record Rested(Patient patient, Path killed, String recordings, Path folder, ConsoleRun run, Duration taken) {

        /** The two seconds of recording, and thirty more. */
        static final Duration SOON = Duration.ofSeconds(2 + 30);

        static Rested examined() {
            Patient patient = Patient.start(Workers.class, List.of("-Xmx64m", Patient.SHORT_LIVED,
                    "-Xbootclasspath/a:" + Recording.module().resolve("target/test-classes")));
            patient.await("算完了");
            Path killed = patient.file("killed");
            try (RunningProgram script = RunningProgram.start(List.of("bash", Recording.module().resolve("first-aid.sh").toString(),
                    String.valueOf(patient.pid()), killed.toString()), Recording.module(),
                    Map.of("JAVA_HOME", System.getProperty("java.home"), "FIRST_AID_SECONDS", "60"))) {
                await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(killed.resolve("histogram-1.txt")));
                script.kill();
            }
            String recordings = patient.ask("JFR.check");
            Path folder;
            ConsoleRun run;
            Duration taken;
            int tries = 0;
            do {
                folder = patient.file("aid-" + ++tries);
                long started = System.nanoTime();
                // As the reader runs it, with the JDK's own tools; and a container often has no LANG.
                run = aid(Map.of("JAVA_HOME", System.getProperty("java.home"), "LC_ALL", "C"), String.valueOf(patient.pid()), folder.toString());
                taken = Duration.ofNanos(System.nanoTime() - started);
                // Other programs may have had the machine meanwhile.
            }
            while (tries < 3 && taken.compareTo(SOON) >= 0);
            patient.end();
            return new Rested(patient, killed, recordings, folder, run, taken);
        }
    }

    /** A recording that nobody stops would go on in the patient for ever. */
    @Test
    void killedHalfway() {
        assertThat(rested.recordings()).containsPattern("name=first-aid-\\d+ duration=");
        // Whoever has stopped it starts it again: the first recording, still running, is not taken for the second.
        assertThat(rested.run().output()).doesNotContain("没有做成的");
        assertThat(rested.folder().resolve("recording.jfr")).isNotEmptyFile();
        assertThat(rested.killed().resolve("recording.jfr")).satisfiesAnyOf(file -> assertThat(file).doesNotExist(),
                file -> assertThat(file).isEmptyFile());
    }

    @Test
    void threadsOfOneNameAreToldApart() throws IOException {
        assertThat(Files.readString(rested.folder().resolve("summary.txt")).lines().filter(line -> line.endsWith(" worker")))
                .allMatch(line -> Integer.parseInt(line.strip().split(" ")[0]) < 1000);
    }

    /** Without LANG, jcmd would write question marks. */
    @Test
    void chineseNamesAreKeptWithoutLang() throws IOException {
        assertThat(Files.readString(rested.folder().resolve("threads-1.txt"))).contains("\"打包-1\"");
    }

    /** A JVM that answers its name and then nothing: what is left undone is said, and the script ends in time. */
    @ParameterizedTest
    @ValueSource(strings = {"exec sleep 200", "trap '' TERM; exec sleep 200"})
    void neverLongerThanPromised(String silence) throws IOException {
        try (ProgramFolder home = ProgramFolder.create("silent-jdk-")) {
            home.folder("bin");
            Path jcmd = home.write("bin/jcmd", """
                    #!/bin/sh
                    case "$2" in
                      VM.*) echo "$1:" ;;
                      *) %s ;;
                    esac
                    """.formatted(silence));
            assertThat(jcmd.toFile().setExecutable(true)).isTrue();
            Path folder = home.path().resolve("aid");
            long start = System.nanoTime();
            ConsoleRun run = aid(Map.of("JAVA_HOME", home.path().toString(), "FIRST_AID_LIMIT", "5"),
                    String.valueOf(ProcessHandle.current().pid()), folder.toString());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2 + 5 + 20));
            assertThat(run.exitCode()).isZero();
            assertThat(run.output()).contains("死锁：不知道", "Thread.print -l：失败，见 threads-3.txt", "JFR.stop name=first-aid-");
            assertThat(folder.resolve("threads-3.txt")).hasContent("时间用完了，没有做");
        }
    }

    /** Neither a password on the command line nor one in the environment is in what is handed on. */
    private static void noSecrets(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> !each.toString().endsWith(".hprof")).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as(file.toString())
                        .doesNotContain("s3cret-of-the");
            }
        }
        Set<String> types = RecordingFile.readAllEvents(folder.resolve("recording.jfr")).stream()
                .map(RecordedEvent::getEventType).map(type -> type.getName()).collect(Collectors.toSet());
        assertThat(types).doesNotContain("jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation", "jdk.JavaAgent",
                "jdk.NativeAgent", "jdk.ProcessStart", "jdk.StringFlag");
    }

    @Test
    void busyThread() throws IOException {
        try (Patient patient = Patient.start(TitleCheck.class, List.of("-Xmx64m"))) {
            patient.await("第 500 次访问");
            Path folder = patient.file("aid");
            aid(Map.of(), String.valueOf(patient.pid()), folder.toString());
            String summary = Files.readString(folder.resolve("summary.txt"));
            assertThat(summary).contains("死锁：没有", "TitleCheck.valid");
            assertThat(summary.lines().dropWhile(line -> !line.startsWith("最忙的线程")).skip(1).findFirst().orElseThrow())
                    .endsWith(" visitor-1");
            assertThat(RecordingFile.readAllEvents(folder.resolve("recording.jfr"))).as("deeper than the 64 frames of a plain recording")
                    .anyMatch(event -> event.getStackTrace() != null && event.getStackTrace().getFrames().size() > 64);
        }
    }

    @Test
    void growingClass() throws IOException {
        try (Patient patient = Patient.start(PageCache.class, List.of("-Xmx768m", Patient.SHORT_LIVED))) {
            patient.await("第 500 次访问");
            Path folder = patient.file("aid");
            writtenByTheJvm(folder, aid(Map.of(), String.valueOf(patient.pid()), folder.toString(), "--heap"));
            assertThat(Files.readString(folder.resolve("summary.txt"))).contains("PageCache$Page");
            noSecrets(folder);
        }
    }

    /** By default it records for 30 s. */
    @Test
    void aMinuteIsEnoughForAJvmThatAnswers() {
        assertThat(rested.run().output()).doesNotContain("没有做成的");
        assertThat(rested.taken()).as("记录的两秒，和多用的").isLessThan(Rested.SOON);
    }

    @Test
    void attachSwitchedOff() {
        try (Patient patient = Patient.start(StockTransfer.class, List.of("-Xmx64m", Patient.SHORT_LIVED, "-XX:+DisableAttachMechanism"), "cured")) {
            patient.await("这一秒有调拨");
            ConsoleRun run = aid(Map.of(), String.valueOf(patient.pid()), patient.file("aid").toString());
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).contains("jcmd 连不上");
            assertThat(patient.file("aid").resolve("version.txt")).as("the folder may be used again").doesNotExist();
        }
    }

    /** Those that the JVM writes itself, which it may not be able to where the script is. */
    private static void writtenByTheJvm(Path folder, ConsoleRun run) {
        assertThat(run.output()).doesNotContain("没有做成的");
        for (String name : List.of("recording.jfr", "heap.hprof", "virtual-threads.json")) {
            assertThat(folder.resolve(name)).as(run.output()).isNotEmptyFile();
        }
    }

    /** Root may ask any JVM, but what that JVM writes it writes as its own user. */
    @Test
    @RequiresProgram("setpriv")
    void rootAsksTheJvmOfAnotherUser() throws IOException {
        assumeThat(System.getProperty("user.name")).as("要用 root 运行").isEqualTo("root");
        try (ProgramFolder classes = ProgramFolder.create("other-user-"); ProgramFolder out = ProgramFolder.create("aid-")) {
            for (Path folder = classes.folder("com/example/bookstore"); folder.startsWith(classes.path()); folder = folder.getParent()) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            try (Stream<Path> files = Files.list(Recording.module().resolve("target/classes/com/example/bookstore"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    Path copy = Files.copy(file, classes.path().resolve("com/example/bookstore").resolve(file.getFileName()));
                    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
                }
            }
            try (RunningProgram other = RunningProgram.start(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                    Patient.tool("java"), "-Dstdout.encoding=UTF-8", "-Xmx64m", "-cp", classes.path().toString(), StockTransfer.class.getName(), "cured"),
                    classes.path(), Map.of())) {
                other.await("这一秒有调拨");
                Path folder = out.path().resolve("aid");
                writtenByTheJvm(folder, aid(Map.of(), String.valueOf(other.pid()), folder.toString(), "--heap"));
            }
        }
    }

    /** A JVM that cannot write says so, but jcmd ends with 0 all the same. */
    @Test
    void whatWasNotWrittenIsSaid() throws IOException {
        try (ProgramFolder home = ProgramFolder.create("full-disk-")) {
            home.folder("bin");
            Path jcmd = home.write("bin/jcmd", "#!/bin/sh\necho \"$1:\"\n");
            assertThat(jcmd.toFile().setExecutable(true)).isTrue();
            Path folder = home.path().resolve("aid");
            String pid = String.valueOf(ProcessHandle.current().pid());
            ConsoleRun run = aid(Map.of("JAVA_HOME", home.path().toString()), pid, folder.toString(), "--heap");
            assertThat(run.output()).contains("recording.jfr：没有写成", "heap.hprof：没有写成", "virtual-threads.json：没有写成");

            assertThat(aid(Map.of("JAVA_HOME", home.path().toString()), pid, folder.toString()).output())
                    .contains("里已经有一次现场").doesNotContain("连不上");

            Path df = home.write("bin/df", "#!/bin/sh\necho 'Filesystem 1024-blocks Used Available Capacity Mounted on'\n"
                    + "echo 'disk 1000000 999000 1000 99% /'\n");
            assertThat(df.toFile().setExecutable(true)).isTrue();
            ConsoleRun full = aid(Map.of("JAVA_HOME", home.path().toString(), "PATH", df.getParent() + ":" + System.getenv("PATH")),
                    pid, home.path().resolve("full").toString());
            assertThat(full.exitCode()).isEqualTo(2);
            assertThat(full.output()).contains("剩下不到 50 MB");
        }
    }

    /** Killed by the platform, say, between the first thread dump and the second. */
    @Test
    void theJvmDiesMeanwhile() throws IOException {
        try (Patient patient = Patient.start(StockTransfer.class, List.of("-Xmx64m", Patient.SHORT_LIVED), "cured")) {
            patient.await("这一秒有调拨");
            Path folder = patient.file("aid");
            try (RunningProgram script = RunningProgram.start(List.of("bash", Recording.module().resolve("first-aid.sh").toString(),
                    String.valueOf(patient.pid()), folder.toString()), Recording.module(),
                    Map.of("JAVA_HOME", QuickTools.HOME.toString(), "FIRST_AID_SECONDS", "10"))) {
                await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder.resolve("histogram-1.txt"))
                        && Files.size(folder.resolve("histogram-1.txt")) > 0);
                ProcessHandle.of(patient.pid()).orElseThrow().destroyForcibly();
                assertThat(script.exitCode()).isZero();
                assertThat(script.output()).contains("死锁：不知道", "下面的来自 threads-1.txt", "State: RUNNABLE", "recording.jfr：没有写成");
            }
        }
    }

    /** What wakes a JVM ends another program: older versions of jcmd send it all the same. */
    @Test
    void aProcessThatIsNoJvmIsLeftAlone() {
        try (RunningProgram other = RunningProgram.start(List.of("bash", "-c", "echo up; exec sleep 200"), Recording.module(), Map.of())) {
            other.await("up");
            ConsoleRun run = aid(Map.of(), String.valueOf(other.pid()));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.output()).contains("不是 JVM");
            assertThat(ProcessHandle.of(other.pid())).hasValueSatisfying(process -> assertThat(process.isAlive()).isTrue());
        }
    }

    @ParameterizedTest
    @CsvSource({"--help, 不认识", "--heep, 不认识", "'', 不认识", "123, 一次只看一个进程"})
    void badOptions(String option, String message) {
        ConsoleRun run = aid(Map.of(), String.valueOf(ProcessHandle.current().pid()), option);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"'', 用法：", "abc, 用法：", "0, 用法：", "999999999, 没有进程 999999999", "-5, 用法："})
    void badProcess(String process, String message) {
        ConsoleRun run = aid(Map.of(), process);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "08", "301", "ten"})
    void badSeconds(String seconds) {
        ConsoleRun run = aid(Map.of("FIRST_AID_SECONDS", seconds), "1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("要在 2 到 300 之间");
    }

    @ParameterizedTest
    @CsvSource({"0", "4", "601", "ten"})
    void badLimit(String limit) {
        ConsoleRun run = aid(Map.of("FIRST_AID_LIMIT", limit), "1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("要在 5 到 600 之间");
    }

    @Test
    void withoutAJdk() {
        ConsoleRun run = aid(Map.of("JAVA_HOME", "/no/such/jdk"), "1");
        assertThat(run.exitCode()).isEqualTo(2);
        Recording.check("first-aid-jre.txt", run.output());
    }
}
