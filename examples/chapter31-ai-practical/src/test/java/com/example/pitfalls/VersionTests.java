package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;

/** The old version is asked, not remembered. */
@DisplayName("从 Spring AI 1 来")
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static final Pattern IMPORT = Pattern.compile("import (?:static )?([\\w.]+);");

    private static List<String> classPath(String project) throws IOException {
        MavenProject maven = MavenProject.copy("chapter31-ai-practical/" + project, project);
        ConsoleRun run = maven.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = maven.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        return List.of(Files.readString(file).strip().split(File.pathSeparator));
    }

    /** The compiler's errors; it looks into the methods although imports are missing. */
    private static List<Diagnostic<? extends JavaFileObject>> errors(List<Path> sources, List<String> classPath)
            throws IOException {
        Path classes = Files.createDirectories(Recording.module().resolve("target/boot35"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "500", "-d", classes.toString(), "-classpath",
                    String.join(File.pathSeparator, classPath)), null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return said.getDiagnostics().stream().filter(line -> line.getKind() == Diagnostic.Kind.ERROR).toList();
    }

    @Test
    @DisplayName("本章的代码在 Boot 3.5 与 Spring AI 1.1 上编译：缺几个类，此外没有别的错")
    void compiles() throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(Recording.module().resolve("src/main/java"))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        Map<String, TreeSet<String>> missing = new TreeMap<>();
        List<String> inMethods = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> error : errors(sources, classPath("boot35"))) {
            Path source = Path.of(Objects.requireNonNull(error.getSource()).toUri());
            String line = Files.readAllLines(source).get((int) error.getLineNumber() - 1);
            Matcher name = IMPORT.matcher(line);
            if (name.find()) {
                missing.computeIfAbsent(name.group(1), key -> new TreeSet<>())
                        .add(source.getFileName().toString().replace(".java", ""));
            }
            else {
                inMethods.add(line);
            }
        }
        Recording.check("boot35.txt", missing.entrySet().stream()
                .map(entry -> entry.getKey() + "：" + String.join("、", entry.getValue()))
                .collect(Collectors.joining("\n")));
        List<String> names = missing.keySet().stream().map(name -> name.substring(name.lastIndexOf('.') + 1)).toList();
        assertThat(inMethods).isNotEmpty()
                .allSatisfy(line -> assertThat(names).as(line).anyMatch(line::contains));
    }

    @Test
    @DisplayName("toolCallbacks 标成了将要删除，tools 没有")
    void toolCallbacksWillGo() {
        for (Method method : ChatClient.ChatClientRequestSpec.class.getMethods()) {
            Deprecated deprecated = method.getAnnotation(Deprecated.class);
            if (method.getName().equals("toolCallbacks")) {
                assertThat(deprecated).as(method.toString()).isNotNull();
                assertThat(deprecated.forRemoval()).as(method.toString()).isTrue();
            }
            if (method.getName().equals("tools")) {
                assertThat(deprecated).as(method.toString()).isNull();
            }
        }
    }
}
