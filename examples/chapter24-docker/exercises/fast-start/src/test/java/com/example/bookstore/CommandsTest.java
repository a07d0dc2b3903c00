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

@DisplayName("启动快一截")
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "-XX:AOTCacheOutput 要 JDK 25")
class CommandsTest {

    private static final String MAIN = "com.example.bookstore.Shop";

    @TempDir
    private static Path folder;
    private static String classPath;
    private static int trained;

    private record Run(int exitCode, String output) {
    }

    @BeforeAll
    static void train() throws Exception {
        try (OutputStream file = Files.newOutputStream(folder.resolve("shop.jar"));
                ZipOutputStream jar = new ZipOutputStream(file);
                InputStream shop = CommandsTest.class.getResourceAsStream("Shop.class")) {
            jar.putNextEntry(new ZipEntry("com/example/bookstore/Shop.class"));
            shop.transferTo(jar);
        }
        classPath = "shop.jar" + File.pathSeparator + Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*(spring|logging|logback|slf4j|snakeyaml|jspecify|micrometer)[^/\\\\]*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        trained = run(new Commands().train(classPath, MAIN)).exitCode();
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

    @Test
    @DisplayName("启动用的时间减去四分之一以上")
    void startsFaster() throws Exception {
        long with = Long.MAX_VALUE;
        long without = Long.MAX_VALUE;
        List<String> plain = List.of("java", "-cp", classPath, MAIN);
        assertThat(new Commands().start(classPath, MAIN)).isNotEqualTo(plain);
        // 机器忙的时候，一轮看不出快慢
        for (int round = 0; round < 1 || round < 3 && with >= 0.75 * without; round++) {
            long first = System.nanoTime();
            run(new Commands().start(classPath, MAIN));
            long second = System.nanoTime();
            run(plain);
            with = Math.min(with, second - first);
            without = Math.min(without, System.nanoTime() - second);
        }
        assertThat((double) with / without).isLessThan(0.75);
    }

    @Test
    @DisplayName("堆小的容器用的是同一个缓存")
    void smallContainer() throws Exception {
        assertThat(fromCache(run(new Commands().start(classPath, MAIN), "-Xmx64m", "-XX:+UseSerialGC", "-Xlog:class+load"))).isPositive();
    }

    @Test
    @DisplayName("换了 jar：不启动，不悄悄变慢")
    void changedJar() throws Exception {
        FileTime before = Files.getLastModifiedTime(folder.resolve("shop.jar"));
        try {
            Files.setLastModifiedTime(folder.resolve("shop.jar"), FileTime.fromMillis(before.toMillis() - 3_600_000));
            assertThat(run(new Commands().start(classPath, MAIN)).exitCode()).isNotZero();
        }
        finally {
            Files.setLastModifiedTime(folder.resolve("shop.jar"), before);
        }
    }
}
