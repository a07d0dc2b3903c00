package com.example.pitfalls;

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
import org.junit.jupiter.api.Test;

/** The old version and the next one are run, not remembered. */
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    /** What {@code Settings} says on a version of Boot, where {@code src/main} compiles as it stands. */
    private static Map<String, String> on(String boot) throws IOException {
        MavenProject project = MavenProject.copy("chapter20-async/" + boot, boot);
        ConsoleRun maven = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        return on(boot, Files.readString(project.folder().resolve("target/classpath.txt")).strip());
    }

    private static Map<String, String> on(String boot, String classPath) throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Recording.module().resolve("boot35/src/Settings.java")));
        try (Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            main.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        Path classes = Files.createDirectories(Recording.module().resolve("target").resolve(boot));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            boolean compiled = compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters",
                    "-proc:none", "-d", classes.toString(), "-classpath", classPath), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertThat(compiled).as(() -> said.getDiagnostics().toString()).isTrue();
        }
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-cp", classes + File.pathSeparator + classPath,
                "com.example.bookstore.Settings"), Recording.module(), null, Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output().lines().filter(line -> line.matches("(propagate-context|ContextPropagatingTaskDecorator|two)=.*"))
                .collect(Collectors.toMap(line -> line.split("=")[0], line -> line.split("=")[1]));
    }

    @Test
    void settings() throws IOException {
        Map<String, String> old = on("boot35");
        Map<String, String> current = on("boot41", System.getProperty("java.class.path"));
        Map<String, String> next = on("boot42");
        Table table = new Table("换了线程，已经注册的 MDC 在不在", "Boot 3.5", "Boot 4.1", "4.2 的第一个里程碑");
        for (String name : List.of("propagate-context", "ContextPropagatingTaskDecorator")) {
            table.row(name, old.get(name), current.get(name), next.get(name));
        }
        Map<String, String> used = Map.of("0", "一个也没有", "2", "两个");
        table.row("写了两个 TaskDecorator，用上的", used.get(old.get("two")), used.get(current.get("two")), used.get(next.get("two")));
        Recording.check("versions.txt", table.toString());
    }
}
