package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("启动减半")
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
class CommandsTest {

    private static final String MAIN = "com.example.bookstore.Reconciliation";

    @TempDir
    private static Path folder;
    private static String classPath;
    private static int trained;

    private record Run(int exitCode, String output) {
    }

    @BeforeAll
    static void train() throws Exception {
        try (OutputStream file = Files.newOutputStream(folder.resolve("task.jar"));
                ZipOutputStream jar = new ZipOutputStream(file);
                InputStream task = CommandsTest.class.getResourceAsStream("Reconciliation.class")) {
            jar.putNextEntry(new ZipEntry("com/example/bookstore/Reconciliation.class"));
            task.transferTo(jar);
        }
        classPath = "task.jar" + File.pathSeparator + Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*(spring|logging|logback|slf4j|snakeyaml|jspecify|micrometer)[^/\\\\]*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        // 像在一台 256 GB 内存的构建机器上练习：不写堆的大小，JVM 就要 64 GB
        trained = run(new Commands().train(classPath, MAIN), "-XX:MaxRAM=256g").exitCode();
    }

    private static Run run(List<String> command, String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        assertThat(all.getFirst()).isEqualTo("java");
        all.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(1, List.of(options));
        Process process = new ProcessBuilder(all).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private static long fromCache(Run run) {
        return run.output().lines().filter(line -> line.contains(" org.springframework.") && line.contains("shared objects file")).count();
    }

    @Test
    @DisplayName("练习成功，启动时九成以上的 Spring 类来自缓存")
    void classesComeFromTheCache() throws Exception {
        assertThat(trained).isZero();
        Run run = run(new Commands().start(classPath, MAIN), "-Xlog:class+load");
        assertThat(run.exitCode()).isZero();
        long all = run.output().lines().filter(line -> line.contains("[class,load] org.springframework.")).count();
        assertThat(fromCache(run)).isGreaterThan(all * 9 / 10);
    }

    /** What a start takes: by the clock, and of the processors, which other programs of the machine hardly change. */
    private record Cost(double clock, double processor) {
    }

    private static Cost cost(List<String> command) throws Exception {
        long begin = System.nanoTime();
        Run run = run(command);
        double clock = (System.nanoTime() - begin) / 1e6;
        assertThat(run.exitCode()).as(run.output()).isZero();
        String done = run.output().lines().filter(line -> line.startsWith(Reconciliation.DONE)).findFirst()
                .orElseThrow(() -> new AssertionError("任务没有做完：" + run.output()));
        return new Cost(clock, Double.parseDouble(done.substring(Reconciliation.DONE.length())));
    }

    @Test
    @DisplayName("启动用的时间与处理器时间，都不到原来的一半")
    void startsInHalfTheTime() throws Exception {
        List<String> plain = List.of("java", "-cp", classPath, MAIN);
        assertThat(new Commands().start(classPath, MAIN)).isNotEqualTo(plain);
        double clock = Double.MAX_VALUE;
        double plainClock = Double.MAX_VALUE;
        double processor = 0;
        double plainProcessor = 0;
        // 两种轮流启动三轮，处理器时间各加起来。机器忙的时候，三轮里不一定有一次启动没有等别的程序，就再比几轮
        for (int round = 0; round < 3 || round < 7 && clock >= plainClock / 2; round++) {
            Cost with = cost(new Commands().start(classPath, MAIN));
            Cost without = cost(plain);
            clock = Math.min(clock, with.clock());
            plainClock = Math.min(plainClock, without.clock());
            processor += with.processor();
            plainProcessor += without.processor();
        }
        assertThat(processor / plainProcessor).as("处理器时间，原来的是 1").isLessThan(0.5);
        assertThat(clock / plainClock).as("启动用的时间，原来的是 1").isLessThan(0.5);
    }

    @Test
    @DisplayName("堆小的容器用的是同一个缓存")
    void smallContainer() throws Exception {
        assertThat(fromCache(run(new Commands().start(classPath, MAIN), "-Xmx64m", "-XX:+UseSerialGC", "-Xlog:class+load"))).isPositive();
    }

    @Test
    @DisplayName("换了 jar：不启动，不悄悄变慢")
    void changedJar() throws Exception {
        FileTime before = Files.getLastModifiedTime(folder.resolve("task.jar"));
        try {
            Files.setLastModifiedTime(folder.resolve("task.jar"), FileTime.fromMillis(before.toMillis() - 3_600_000));
            assertThat(run(new Commands().start(classPath, MAIN)).exitCode()).isNotZero();
        }
        finally {
            Files.setLastModifiedTime(folder.resolve("task.jar"), before);
        }
    }
}
