package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.RawData;
import com.example.measure.AbTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** Starts the bookstore as the reader does: from the executable jar, from the extracted one, with an AOT cache. */
@Timeout(300)
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
class StartupTests {

    /** Only the recording of the start-up times times anything: every other start can do with the quick compiler. */
    private static final List<String> QUICK = Boolean.getBoolean("book.record") ? List.of() : List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    private static Path folder;
    private static Path extracted;
    private static String training;

    /** The starts do not disturb one another, so two at a time share the cores; each test takes those it is about. */
    private static final ExecutorService TWO = Executors.newFixedThreadPool(2);
    private static Future<long[]> without;
    private static Future<long[]> with;
    private static Future<long[]> whole;
    private static Future<ConsoleRun> serial;
    private static Future<ConsoleRun> changed;

    @BeforeAll
    static void packageAndTrain() throws Exception {
        repackage(Recording.module().resolve("target/classes"), BookstoreApplication.class, "bookstore.jar");
        Future<ConsoleRun> trained = TWO.submit(() -> start(folder, "-XX:AOTCacheOutput=whole.aot"));
        ConsoleRun run = script(List.of("bookstore.jar", "extracted"), Path.of(System.getProperty("java.home"), "bin"));
        assertThat(run.exitCode()).as(run.output()).isZero();
        training = run.output();
        extracted = folder.resolve("extracted");
        assertThat(extracted.resolve("bookstore.aot")).as(run.output()).exists();
        without = TWO.submit(() -> springClasses(extracted));
        with = TWO.submit(() -> springClasses(extracted, "-XX:AOTCache=bookstore.aot"));
        assertThat(trained.get().exitCode()).as(trained.get().output()).isZero();
        whole = TWO.submit(() -> springClasses(folder, "-XX:AOTCache=whole.aot"));
        serial = TWO.submit(() -> start(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", "-XX:+UseSerialGC"));
        Path copy = copyWithChangedJar();
        changed = TWO.submit(() -> start(copy, "-XX:AOTCache=bookstore.aot"));
    }

    @AfterAll
    static void close() {
        TWO.close();
    }

    /** The chapter's script, unchanged. */
    private static ConsoleRun script(List<String> arguments, Path java) {
        List<String> command = new ArrayList<>(List.of("sh", Recording.module().resolve("aot-cache.sh").toString()));
        command.addAll(arguments);
        return run(command, folder, Map.of("SERVER_PORT", "0", "JAVA_TOOL_OPTIONS", String.join(" ", QUICK),
                "PATH", java + File.pathSeparator + System.getenv("PATH")));
    }

    private static void repackage(Path classes, Class<?> main, String jar) throws IOException {
        Path plain = folder.resolve("plain-" + jar);
        pack(classes, plain);
        Repackager repackager = new Repackager(plain.toFile());
        repackager.setMainClass(main.getName());
        repackager.repackage(folder.resolve(jar).toFile(), libraries -> {
            for (String path : Files.readString(Recording.module().resolve("target/runtime-class-path.txt")).strip()
                    .split(File.pathSeparator)) {
                libraries.library(new Library(new File(path), LibraryScope.RUNTIME));
            }
        });
    }

    private static void pack(Path classes, Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> walk = Files.walk(classes)) {
            for (Path path : walk.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, out);
                out.closeEntry();
            }
        }
    }

    private static ConsoleRun java(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Duser.language=en"));
        command.addAll(List.of(arguments));
        return run(command, directory, Map.of("SERVER_PORT", "0"));
    }

    /** Longer than {@code ConsoleRun} waits: the training needs minutes on a busy machine. */
    private static ConsoleRun run(List<String> command, Path directory, Map<String, String> environment) {
        try (RunningProgram program = RunningProgram.start(command, directory, environment)) {
            int exitCode = program.exitCode(Duration.ofMinutes(4)).orElseThrow();
            return new ConsoleRun(program.output(), exitCode);
        }
    }

    /** Starts the bookstore up to where all beans are ready. */
    private static ConsoleRun start(Path directory, String... options) {
        List<String> all = new ArrayList<>(QUICK);
        all.addAll(List.of(options));
        all.addAll(List.of("-Dspring.context.exit=onRefresh", "-jar", "bookstore.jar"));
        return java(directory, all.toArray(String[]::new));
    }

    /** How many of Spring's classes came out of the cache, how many did not, and how many of those were made on the spot. */
    private static long[] springClasses(Path directory, String... options) {
        Path log = directory.resolve("classes-" + options.length + ".log");
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Xlog:class+load:file=" + log.getFileName());
        ConsoleRun run = start(directory, all.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isZero();
        try (Stream<String> lines = Files.lines(log)) {
            List<String> spring = lines.filter(line -> line.contains(" org.springframework.")).toList();
            long cached = spring.stream().filter(line -> line.contains("shared objects file")).count();
            long read = spring.stream().filter(line -> line.matches(".* source: (jar|file|nested):.*")).count();
            return new long[] {cached, spring.size() - cached, spring.size() - cached - read};
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void classesFromTheCache() throws Exception {
        long[] without = StartupTests.without.get();
        long[] with = StartupTests.with.get();
        long[] whole = StartupTests.whole.get();
        System.out.println("拿到、没有拿到、当场生成：" + Stream.of(without, with, whole).map(Arrays::toString).toList());
        assertThat(without[0]).isZero();
        assertThat(without[1]).isGreaterThan(1000);
        assertThat(with[0]).isGreaterThan(1000);
        assertThat(with[1]).isLessThan(150);
        assertThat(whole[0]).isBetween(1000L, with[0] - 300);
        assertThat(whole[1]).isGreaterThan(300);
        assertThat(whole[2]).as("当场生成的").isGreaterThan(whole[1] * 9 / 10);
        Recording.check("aot-classes.txt", new Table("怎样启动", "从缓存里拿到的 Spring 的类", "没有拿到的")
                .row("解开的 jar，没有缓存", without[0], "1000 个以上")
                .row("解开的 jar，用缓存", "1000 个以上", "150 个以下")
                .row("没有解开的 jar，用它自己的缓存", "1000 个以上", "300 个以上").toString());
    }

    /** The classes that the cache leaves out are named in warnings; {@link #classesFromTheCache} shows that it works. */
    @Test
    void trainingTalks() {
        assertThat(training.lines().filter(line -> line.contains("[warning][aot]"))).hasSizeBetween(60, 200);
        assertThat(training).contains("AOTCache creation is complete: bookstore.aot");
    }

    @Test
    void cacheHasItsPrice() throws IOException {
        long megabytes = Files.size(extracted.resolve("bookstore.aot")) >> 20;
        long jar = Files.size(folder.resolve("bookstore.jar")) >> 20;
        System.out.println(megabytes + " MB，jar " + jar + " MB");
        assertThat(megabytes).isGreaterThan(jar);
        Recording.check("aot-size.txt", new Table("文件", "多大")
                .row("bookstore.jar", "1").row("bookstore.aot", megabytes > 2 * jar ? "2 倍以上" : "1 倍以上").toString());
    }

    /** Starting takes seconds, so it is measured when recording; other runs check the recorded times. */
    @Test
    void cacheIsFaster() throws Exception {
        if (Boolean.getBoolean("book.record")) {
            RawData.check("aot.tsv", AbTest.run("没有缓存", () -> started(), "用缓存",
                    () -> started("-XX:AOTCache=bookstore.aot"), 8), RawData.fasterBy(1.3));
        }
        RawData.checkRecorded("aot.tsv", 8, RawData.fasterBy(1.3));
        Recording.check("aot-time.txt", new Table("启动用的时间", "录制的那一次")
                .row("解开的 jar，没有缓存", "1.3 倍以上").row("解开的 jar，用缓存", "1").toString());
    }

    /** A start that fails early would be the fastest of all. */
    private static ConsoleRun started(String... options) {
        ConsoleRun run = start(extracted, options);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run;
    }

    private static String aotLines(ConsoleRun run) {
        return String.join("\n", run.output().lines()
                .filter(line -> line.contains("[aot") || line.contains("initialization of VM") || line.contains("AOT")
                        || line.contains("cache")).toList())
                .replaceAll("\\[\\d+\\.\\d+s]", "[0.010s]").replace(folder.toString(), "/home/reader/bookstore");
    }

    /** The folder again, except that its jar is of another time. */
    private static Path copyWithChangedJar() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("changed"));
        try (Stream<Path> walk = Files.walk(extracted)) {
            for (Path path : walk.skip(1).toList()) {
                Files.copy(path, copy.resolve(extracted.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        ConsoleRun same = java(copy, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", "-cp", "bookstore.jar", "-version");
        assertThat(same.exitCode()).as(same.output()).isZero();
        Files.setLastModifiedTime(copy.resolve("bookstore.jar"), FileTime.from(Instant.parse("2030-01-01T00:00:00Z")));
        return copy;
    }

    @Test
    void changedJar() throws Exception {
        ConsoleRun auto = changed.get();
        assertThat(auto.exitCode()).isZero();
        assertThat(auto.output()).contains(":: Spring Boot ::");
        Recording.check("aot-changed.txt", aotLines(auto));
        ConsoleRun on = start(folder.resolve("changed"), "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on");
        assertThat(on.exitCode()).isNotZero();
        Recording.check("aot-changed-on.txt", aotLines(on));
    }

    /** Copied to where it will run, without the files' times: to the cache they are other files. */
    @Test
    void copiedWithoutItsTimes() {
        for (String option : List.of("-r", "-rp")) {
            ConsoleRun copied = run(List.of("cp", option, "extracted", "copied" + option), folder, Map.of());
            assertThat(copied.exitCode()).as(copied.output()).isZero();
            ConsoleRun run = java(folder.resolve("copied" + option), "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on",
                    "-cp", "bookstore.jar", "-version");
            if (option.equals("-r")) {
                assertThat(run.exitCode()).isNotZero();
                assertThat(run.output()).contains("timestamp has changed", "Unable to use AOT cache");
            }
            else {
                assertThat(run.exitCode()).as(run.output()).isZero();
            }
        }
    }

    /** Trained with the collector that the JVM chose; ZGC lays out objects in another way. */
    @Test
    void cacheOfAnotherCollector() throws Exception {
        assertThat(java(folder, "-Xlog:gc", "-version").output()).as("练习时 JVM 自己选的").contains("Using G1");
        ConsoleRun other = start(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", "-XX:+UseZGC");
        assertThat(other.exitCode()).isNotZero();
        assertThat(other.output()).contains("UseCompressedOops", "Unable to use AOT cache");
        assertThat(serial.get().exitCode()).as(serial.get().output()).isZero();
    }

    /** Each of them adds a module, or an agent: the JVM then does without the cache that was trained without it. */
    @Test
    void optionsThatCostTheCache() {
        for (String option : List.of("-Dharmless=true", "-XX:StartFlightRecording", "-Dcom.sun.management.jmxremote.port=0",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0")) {
            ConsoleRun run = java(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", option,
                    "-cp", "bookstore.jar", "-version");
            if (option.equals("-Dharmless=true")) {
                assertThat(run.exitCode()).as(run.output()).isZero();
            }
            else {
                assertThat(run.exitCode()).as(option).isNotZero();
                assertThat(run.output()).contains("Unable to use AOT cache");
            }
        }
    }

    @Test
    void missingCache() {
        ConsoleRun auto = java(folder, "-XX:AOTCache=no-such.aot", "-version");
        assertThat(auto.exitCode()).isZero();
        assertThat(auto.output()).contains("[error][aot]");
        ConsoleRun on = java(folder, "-XX:AOTCache=no-such.aot", "-XX:AOTMode=on", "-version");
        assertThat(on.exitCode()).isNotZero();
        Recording.check("aot-missing.txt", aotLines(on));
    }

    /** The smallest program that the script can train. */
    static final class Ready {

        public static void main(String[] arguments) {
            System.out.println("ready");
        }
    }

    /** The script's training, where the cache cannot be written: a folder has its name, and something is in it. */
    @Test
    void scriptLooksForTheCache() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path before = Files.createDirectories(folder.resolve("before")).resolve("java");
        Files.writeString(before, """
                #!/bin/sh
                case "$*" in *AOTCacheOutput*) mkdir -p bookstore.aot/kept;; esac
                exec %s "$@"
                """.formatted(java));
        assertThat(before.toFile().setExecutable(true)).isTrue();
        Path classes = folder.resolve("ready");
        String main = Ready.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(classes.resolve(main).getParent());
        Files.copy(Recording.module().resolve("target/test-classes").resolve(main), classes.resolve(main));
        repackage(classes, Ready.class, "ready.jar");
        ConsoleRun run = script(List.of("ready.jar", "unwritten"), before.getParent());
        assertThat(run.output()).contains("ready", "Unable to create AOT cache bookstore.aot", "没有写出 bookstore.aot");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void extractTwice() throws IOException {
        ConsoleRun again = java(folder, "-Djarmode=tools", "-jar", "bookstore.jar", "extract", "--destination", "extracted");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.output()).contains("already exists and is not empty");
        Path old = Files.createDirectories(folder.resolve("forced/lib")).resolve("old.jar");
        Files.writeString(old, "of the version before");
        Files.writeString(folder.resolve("forced/bookstore.jar"), "of the version before");
        assertThat(java(folder, "-Djarmode=tools", "-jar", "bookstore.jar", "extract", "--force",
                "--destination", "forced").exitCode()).isZero();
        assertThat(old).hasContent("of the version before");
        assertThat(Files.size(folder.resolve("forced/bookstore.jar"))).isGreaterThan(1000);
        Recording.check("extract-twice.txt", again.output().replace(folder.toString(), "/home/reader/bookstore"));
    }
}
