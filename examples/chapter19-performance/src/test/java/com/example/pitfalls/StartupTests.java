package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.RawData;
import com.example.measure.AbTest;
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

    @TempDir
    private static Path folder;
    private static Path extracted;
    private static String training;

    @BeforeAll
    static void packageAndTrain() throws IOException {
        Path plain = folder.resolve("plain.jar");
        pack(Recording.module().resolve("target/classes"), plain);
        Path jar = folder.resolve("bookstore.jar");
        Repackager repackager = new Repackager(plain.toFile());
        repackager.setMainClass(BookstoreApplication.class.getName());
        repackager.repackage(jar.toFile(), libraries -> {
            for (String path : Files.readString(Recording.module().resolve("target/runtime-class-path.txt")).strip()
                    .split(File.pathSeparator)) {
                libraries.library(new Library(new File(path), LibraryScope.RUNTIME));
            }
        });
        // Nothing is timed here, so both trainings may share the cores.
        CompletableFuture<ConsoleRun> whole = CompletableFuture.supplyAsync(
                () -> start(folder, "-XX:AOTCacheOutput=whole.aot"), Thread::startVirtualThread);
        ConsoleRun run = ConsoleRun.run(List.of("sh", Recording.module().resolve("aot-cache.sh").toString(),
                "bookstore.jar", "extracted"), folder, null, Map.of("SERVER_PORT", "0", "PATH",
                Path.of(System.getProperty("java.home"), "bin") + File.pathSeparator + System.getenv("PATH")));
        assertThat(run.exitCode()).as(run.output()).isZero();
        training = run.output();
        extracted = folder.resolve("extracted");
        assertThat(extracted.resolve("bookstore.aot")).as(run.output()).exists();
        assertThat(whole.join().exitCode()).as(whole.join().output()).isZero();
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
        return ConsoleRun.run(command, directory, null, Map.of("SERVER_PORT", "0"));
    }

    /** Starts the bookstore up to where all beans are ready. */
    private static ConsoleRun start(Path directory, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
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
        CompletableFuture<long[]> first = CompletableFuture.supplyAsync(
                () -> springClasses(extracted), Thread::startVirtualThread);
        long[] with = springClasses(extracted, "-XX:AOTCache=bookstore.aot");
        long[] without = first.join();
        long[] whole = springClasses(folder, "-XX:AOTCache=whole.aot");
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

    @Test
    void changedJar() throws IOException {
        Path jar = extracted.resolve("bookstore.jar");
        FileTime before = Files.getLastModifiedTime(jar);
        try {
            Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2030-01-01T00:00:00Z")));
            ConsoleRun auto = start(extracted, "-XX:AOTCache=bookstore.aot");
            assertThat(auto.exitCode()).isZero();
            assertThat(auto.output()).contains(":: Spring Boot ::");
            Recording.check("aot-changed.txt", aotLines(auto));
            ConsoleRun on = start(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on");
            assertThat(on.exitCode()).isNotZero();
            Recording.check("aot-changed-on.txt", aotLines(on));
        }
        finally {
            Files.setLastModifiedTime(jar, before);
        }
    }

    /** Trained with the collector that the JVM chose; ZGC lays out objects in another way. */
    @Test
    void cacheOfAnotherCollector() {
        assertThat(java(folder, "-Xlog:gc", "-version").output()).as("练习时 JVM 自己选的").contains("Using G1");
        ConsoleRun other = start(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", "-XX:+UseZGC");
        assertThat(other.exitCode()).isNotZero();
        assertThat(other.output()).contains("UseCompressedOops", "Unable to use AOT cache");
        assertThat(start(extracted, "-XX:AOTCache=bookstore.aot", "-XX:AOTMode=on", "-XX:+UseSerialGC").exitCode()).isZero();
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
        ConsoleRun run = ConsoleRun.run(List.of("sh", Recording.module().resolve("aot-cache.sh").toString(),
                "bookstore.jar", "unwritten"), folder, null, Map.of("SERVER_PORT", "0", "PATH",
                before.getParent() + File.pathSeparator + System.getenv("PATH")));
        assertThat(run.output()).contains(":: Spring Boot ::", "Unable to create AOT cache bookstore.aot", "没有写出 bookstore.aot");
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
