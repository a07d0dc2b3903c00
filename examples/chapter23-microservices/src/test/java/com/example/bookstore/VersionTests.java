package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The old version and the next one are run, not remembered. */
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static String old;
    private static String next;

    @BeforeAll
    static void classPaths() throws IOException {
        MavenProject project = MavenProject.copy("chapter23-microservices/versions", "versions");
        ConsoleRun maven = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        old = Files.readString(project.folder().resolve("boot35/target/classpath.txt")).strip();
        next = Files.readString(project.folder().resolve("boot42/target/classpath.txt")).strip();
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

    private static Map<String, String> calls(String program, String version, String classPath) throws IOException {
        Path classes = Recording.module().resolve("target/versions").resolve(version);
        assertThat(compile(classPath, classes, List.of(Recording.module().resolve("versions/src/" + program + ".java"))))
                .isEmpty();
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-cp",
                classes + File.pathSeparator + classPath, "com.example.bookstore." + program), Recording.module(), null,
                Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.startsWith("calls: "))
                .map(line -> line.substring("calls: ".length()).split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    @Test
    void attemptsAndRetries() throws IOException {
        Map<String, String> springRetry = calls("OldAttempts", "boot35", old);
        Map<String, String> framework = calls("Attempts", "boot41", System.getProperty("java.class.path"));
        Map<String, String> milestone = calls("Attempts", "boot42", next);
        Recording.checkVerbatim("attempts.txt", new Table("一直失败的方法，一共调用", "次数写成 3", "不写次数")
                .row("Boot 3.5，spring-retry，maxAttempts", springRetry.get("three"), springRetry.get("without"))
                .row("Boot 4.1，框架自带，maxRetries", framework.get("three"), framework.get("without"))
                .row("4.2 的第一个里程碑，框架自带，maxRetries", milestone.get("three"), milestone.get("without"))
                .toString());
        assertThat(springRetry).isEqualTo(Map.of("three", "3", "without", "3"));
        assertThat(framework).isEqualTo(Map.of("three", "4", "without", "4")).isEqualTo(milestone);
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
