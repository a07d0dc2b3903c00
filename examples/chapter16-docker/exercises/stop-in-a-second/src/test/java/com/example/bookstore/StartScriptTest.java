package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("一秒之内停下")
class StartScriptTest {

    @TempDir
    Path folder;
    private Process script;
    private BufferedReader output;
    private final List<String> printed = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        Path jar = folder.resolve("book store.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Bookstore.class.getName());
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream code = Bookstore.class.getResourceAsStream("Bookstore.class")) {
            out.putNextEntry(new JarEntry(Bookstore.class.getName().replace('.', '/') + ".class"));
            code.transferTo(out);
        }
        Path start = folder.resolve("start.sh");
        try (InputStream file = StartScriptTest.class.getResourceAsStream("/start.sh")) {
            assertThat(file).as("src/main/resources/start.sh").isNotNull();
            Files.write(start, file.readAllBytes());
        }
        ProcessBuilder builder = new ProcessBuilder("sh", start.toString(), "--title=三 体", "x").redirectErrorStream(true);
        builder.environment().put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_OPTS", "-Dshop.name=bookstore -Dshop.city=Suzhou -Dstdout.encoding=UTF-8 -Dsun.jnu.encoding=UTF-8");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("BOOKSTORE_JAR", jar.toString());
        builder.environment().put("BOOKSTORE_LOG", folder.resolve("bookstore.log").toString());
        script = builder.start();
        output = new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8));
        readUntil("started");
    }

    private void readUntil(String text) throws IOException {
        for (String line; (line = output.readLine()) != null;) {
            printed.add(line);
            if (line.equals(text)) {
                return;
            }
        }
    }

    @AfterEach
    void stop() {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly();
    }

    @Test
    @DisplayName("SIGTERM 之后一秒之内，脚本与 Java 都结束，Java 跑完了收尾，退出码 143")
    void stops() throws Exception {
        // All that the script started, before the signal: a child whose parent ends is nobody's descendant.
        List<ProcessHandle> started = new ArrayList<>(script.descendants().toList());
        List<ProcessHandle> java = started.stream().filter(process -> process.info().command().orElse("").endsWith("java")).toList();
        CompletableFuture<Void> rest = CompletableFuture.runAsync(() -> {
            try {
                readUntil("bye");
            }
            catch (IOException ex) {
                throw new java.io.UncheckedIOException(ex);
            }
        });
        try {
            long asked = System.nanoTime();
            script.toHandle().destroy();
            assertThat(script.waitFor(10, TimeUnit.SECONDS)).as("脚本结束").isTrue();
            // In a container the script is the first process: when it ends, whatever still runs is killed.
            assertThat(java).as("脚本不能比 Java 先结束").noneMatch(StartScriptTest::runs);
            for (ProcessHandle process : started) {
                assertThat(runs(process) && !ends(process)).as("脚本结束了，它启动的 %s 还在", process.info().command()
                        .orElse("进程")).isFalse();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(1));
            rest.get(5, TimeUnit.SECONDS);
            assertThat(printed).contains("bye");
            assertThat(script.exitValue()).isEqualTo(143);
        }
        finally {
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean ends(ProcessHandle process) throws InterruptedException {
        for (int i = 0; i < 100 && runs(process); i++) {
            Thread.sleep(10);
        }
        return !runs(process);
    }

    /** What has ended may still be listed as a zombie, when the first process of the machine fetches no exit codes. */
    private static boolean runs(ProcessHandle process) {
        try {
            return process.isAlive() && !Files.readString(Path.of("/proc/" + process.pid() + "/stat")).matches("(?s)\\d+ \\(.*\\) Z .*");
        }
        catch (IOException ex) {
            return process.isAlive();
        }
    }

    @Test
    @DisplayName("JVM 的参数分得开，书店的参数带着空格原样到达")
    void passesArguments() {
        assertThat(printed).contains("arguments --title=三 体|x", "shop bookstore Suzhou");
    }
}
