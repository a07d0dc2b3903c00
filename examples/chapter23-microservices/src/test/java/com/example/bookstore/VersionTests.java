package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The old version and the next one are run, not remembered. */
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static String old;
    private static String next;
    private static String aspectj;
    private static String reactor;

    @BeforeAll
    static void classPaths() throws IOException {
        MavenProject project = MavenProject.copy("chapter23-microservices/versions", "versions");
        ConsoleRun maven = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        old = Files.readString(project.folder().resolve("boot35/target/classpath.txt")).strip();
        next = Files.readString(project.folder().resolve("boot42/target/classpath.txt")).strip();
        aspectj = Files.readString(project.folder().resolve("aspectj/target/classpath.txt")).strip();
        reactor = Files.readString(project.folder().resolve("reactor/target/classpath.txt")).strip();
    }

    /** What the compiler says of these sources, one line each: the file and the message. */
    private static List<String> compile(String classPath, Path classes, List<Path> sources) throws IOException {
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
        }
        return said.getDiagnostics().stream().filter(line -> line.getSource() != null)
                .map(line -> Path.of(line.getSource().getName()).getFileName() + ": " + line.getMessage(Locale.ROOT))
                .toList();
    }

    private static Path source(String program) {
        return Recording.module().resolve("versions/src/" + program + ".java");
    }

    private static Path compiled(Path source, String version, String classPath) throws IOException {
        Path classes = Recording.module().resolve("target/versions").resolve(version);
        assertThat(compile(classPath, classes, List.of(source))).isEmpty();
        return classes;
    }

    /** Counted by another version, in a process of its own. */
    private static Map<String, String> calls(String program, String version, String classPath) throws IOException {
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-cp",
                compiled(source(program), version, classPath) + File.pathSeparator + classPath,
                "com.example.bookstore." + program), Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.startsWith("calls: "))
                .map(line -> line.substring("calls: ".length()).split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Counted by this version, here. */
    private static Object calls(Path source, String name) throws IOException, ReflectiveOperationException {
        Path classes = compiled(source, name, System.getProperty("java.class.path"));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()},
                VersionTests.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            return loader.loadClass("com.example.bookstore." + source.getFileName().toString().replace(".java", ""))
                    .getMethod("counted").invoke(null);
        }
        finally {
            Thread.currentThread().setContextClassLoader(VersionTests.class.getClassLoader());
        }
    }

    /** Resilience4j counts the first call too, as spring-retry does. */
    private static int resilience4j(RetryConfig.Builder<?> settings) {
        AtomicInteger calls = new AtomicInteger();
        Retry retry = Retry.of("payment", settings.waitDuration(Duration.ofMillis(1)).build());
        assertThatIllegalStateException().isThrownBy(() -> retry.executeRunnable(() -> {
            calls.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }));
        return calls.get();
    }

    @Test
    void attemptsAndRetries() throws Exception {
        Map<String, String> springRetry = calls("OldAttempts", "boot35", old);
        Map<?, ?> framework = (Map<?, ?>) calls(source("Attempts"), "boot41");
        Map<String, String> milestone = calls("Attempts", "boot42", next);
        Recording.checkVerbatim("attempts.tsv", new Table("一直失败的方法，一共调用", "次数写成 3", "不写次数")
                .row("Boot 3.5，spring-retry，maxAttempts", springRetry.get("three"), springRetry.get("without"))
                .row("Boot 4.1，框架自带，maxRetries", framework.get("three"), framework.get("without"))
                .row("4.2 的第一个里程碑，框架自带，maxRetries", milestone.get("three"), milestone.get("without"))
                .row("Boot 4.1，Resilience4j，maxAttempts", resilience4j(RetryConfig.custom().maxAttempts(3)),
                        resilience4j(RetryConfig.custom()))
                .toString());
        assertThat(springRetry).isEqualTo(Map.of("three", "3", "without", "3"));
        assertThat(milestone).isEqualTo(Map.of("three", "4", "without", "4")).isEqualTo(framework);
    }

    /** The import alone is noticed by the compiler; the new name with the old number is not, and calls once more. */
    @Test
    void theCompilerKnowsTheNameAndNotTheNumber() throws Exception {
        String moved = Files.readString(Recording.module().resolve("versions/src/OldAttempts.java"))
                .replace("org.springframework.retry.annotation.Backoff;", "org.springframework.resilience.annotation.Retryable;")
                .replace("import org.springframework.retry.annotation.Retryable;\n", "")
                .replace("org.springframework.retry.annotation.EnableRetry;",
                        "org.springframework.resilience.annotation.EnableResilientMethods;")
                .replace("@EnableRetry", "@EnableResilientMethods")
                .replace("backoff = @Backoff(delay = 1)", "delay = 1");
        Path folder = Files.createDirectories(Recording.module().resolve("target/versions/moved"));
        Path file = Files.writeString(folder.resolve("OldAttempts.java"), moved);
        assertThat(compile(System.getProperty("java.class.path"), folder.resolve("classes"), List.of(file))).singleElement().asString()
                .contains("cannot find symbol").contains("maxAttempts()");
        Files.writeString(file, moved.replace("maxAttempts = 3", "maxRetries = 3"));
        assertThat(calls(file, "moved")).isEqualTo(Map.of("three", "4", "without", "4"));
        Files.writeString(file, moved.replace("maxAttempts = 3", "maxRetries = 2"));
        assertThat(calls(file, "moved2")).isEqualTo(Map.of("three", "3", "without", "4"));
    }

    /** {@code FrameworkTests.resilience4jAnnotationNeedsAspectj} has the same method without the starter. */
    @Test
    void withAspectjTheFallbackIsTaken() throws IOException {
        String here = System.getProperty("java.class.path");
        assertThat(here).doesNotContain("aspectjweaver");
        assertThat(aspectj).contains("aspectjweaver");
        assertThat(calls("Guarded", "aspectj", here + File.pathSeparator + aspectj)).isEqualTo(Map.of("answer", "退路"));
    }

    /**
     * {@code FrameworkTests.timeoutDoesNotInterruptAnAttempt} has a method that returns no publisher. For a Flux the
     * time is that between two elements.
     */
    @Test
    void aPublishersAttemptIsCancelledByTheTimeout() throws IOException {
        String here = System.getProperty("java.class.path");
        assertThat(calls("Reactive", "reactor", here + File.pathSeparator + reactor)).isEqualTo(Map.of(
                "mono", "1 begun, 1 cancelled, timeout", "flux", "1 begun, 1 cancelled, timeout", "steady", "20"));
    }

    /** Of this chapter's sources, those with the framework's own annotations; other libraries are not asked for. */
    @Test
    void theFrameworkOfTheOldVersionHasNeither() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            for (Path file : main.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (Files.readString(file).contains("import org.springframework.resilience.annotation.")) {
                    sources.add(file);
                }
            }
        }
        assertThat(sources).isNotEmpty();
        String missing = "package org.springframework.resilience.annotation does not exist";
        List<String> errors = compile(old, Recording.module().resolve("target/versions/main35"), sources);
        for (Path source : sources) {
            assertThat(errors).contains(source.getFileName() + ": " + missing);
        }
    }
}
