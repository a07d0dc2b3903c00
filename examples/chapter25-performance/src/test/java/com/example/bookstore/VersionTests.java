package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The old version is run, not remembered. */
@Order(Order.DEFAULT + 1)
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";
    private static final Map<String, String> CLASS_PATHS = new LinkedHashMap<>();

    @BeforeAll
    static void classPaths() throws IOException {
        MavenProject project = MavenProject.copy("chapter25-performance/boot35", "boot35");
        ConsoleRun maven = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        CLASS_PATHS.put("Boot 3.5", Files.readString(project.folder().resolve("target/classpath.txt")).strip());
        CLASS_PATHS.put("Boot 4.1", System.getProperty("java.class.path"));
    }

    /** Everything of {@code src/main} on the old version, without the reader of heap dumps: it is no part of Boot. */
    private static Path compile(String version, String program) throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Recording.module().resolve("boot35/src").resolve(program)));
        String classPath = CLASS_PATHS.get(version);
        if (!classPath.equals(System.getProperty("java.class.path"))) {
            try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
                main.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
            classPath += Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> entry.contains("netbeans")).map(entry -> File.pathSeparator + entry)
                    .collect(Collectors.joining());
        }
        Path classes = Files.createDirectories(Recording.module().resolve("target/versions")
                .resolve(version.replaceAll("[^0-9.]", "")));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            boolean compiled = compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters",
                    "-proc:none", "-d", classes.toString(), "-classpath", classPath), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertThat(compiled).as(() -> version + said.getDiagnostics()).isTrue();
        }
        return classes;
    }

    private static ConsoleRun run(String version) {
        try {
            return ConsoleRun.run(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                    compile(version, "Deadline.java") + File.pathSeparator + CLASS_PATHS.get(version),
                    "com.example.bookstore.Deadline"), Recording.module(), null, Map.of());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void readTimeout() throws IOException {
        Map<String, String> said = Map.of("waits", "一直等", "timeout", "超时");
        Map<String, String> names = new LinkedHashMap<>();
        names.put("什么也不写", "nothing");
        names.put("spring.http.client.read-timeout", "spring.http.client.read-timeout");
        names.put("spring.http.clients.read-timeout", "spring.http.clients.read-timeout");
        List<Map<String, String>> results = new ArrayList<>();
        // Both wait for a gateway: beside each other.
        List<CompletableFuture<ConsoleRun>> runs = CLASS_PATHS.keySet().stream()
                .map(version -> CompletableFuture.supplyAsync(() -> run(version), Patient.BESIDE)).toList();
        for (CompletableFuture<ConsoleRun> each : runs) {
            ConsoleRun run = each.join();
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).doesNotContainPattern(" WARN | ERROR ");
            results.add(run.output().lines().filter(line -> line.startsWith("call: "))
                    .map(line -> line.substring("call: ".length()).split("="))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> said.getOrDefault(pair[1], pair[1]))));
        }
        Table table = new Table("属性（值是 300ms）", "Boot 3.5", "Boot 4.1");
        names.forEach((shown, name) -> table.row(shown, results.get(0).get(name), results.get(1).get(name)));
        Recording.checkVerbatim("versions.tsv", table.toString());
        assertThat(results.get(0).values()).containsOnlyOnce("超时");
        assertThat(results.get(1).values()).containsOnlyOnce("超时");
    }
}
