package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The old version is asked, not remembered: its compiler errors for this module's own sources. */
@DisplayName("Boot 3.5：把本章的代码原样拿去编译")
class Boot35Tests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static String classPath;

    @BeforeAll
    static void classPath() throws IOException {
        MavenProject project = MavenProject.copy("chapter30-ecommerce-practical/boot35", "boot35");
        ConsoleRun run = project.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        classPath = Files.readString(file).strip();
    }

    /** What the compiler says of these sources, one line each, with the name that it does not know. */
    private static List<String> errors(List<Path> sources) throws IOException {
        Path classes = Files.createDirectories(Recording.module().resolve("target/boot35"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
        }
        return said.getDiagnostics().stream().filter(line -> line.getKind() == Diagnostic.Kind.ERROR)
                .map(line -> Path.of(Objects.requireNonNull(line.getSource()).getName()).getFileName() + "："
                        + line.getMessage(Locale.ROOT).lines().limit(2).map(String::strip)
                                .collect(Collectors.joining("，")))
                .distinct().sorted().toList();
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    @Test
    @DisplayName("三个文件编译不过")
    void compiles() throws IOException {
        List<String> errors = errors(sources(Recording.module().resolve("src/main/java")));
        Recording.check("boot35.txt", String.join("\n", errors));
        assertThat(errors).map(line -> line.split("\\.java")[0]).containsOnly(
                "ApiErrors", "CallbackController", "Publisher");
    }

    @Test
    @DisplayName("换了名字，补上 throws，就编译过了")
    void renamed(@TempDir Path folder) throws IOException {
        Path main = Recording.module().resolve("src/main/java");
        for (Path source : sources(main)) {
            Path copy = folder.resolve(main.relativize(source));
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, Files.readString(source)
                    .replace("tools.jackson.", "com.fasterxml.jackson.")
                    .replace("Notice parse(byte[] body) {", "Notice parse(byte[] body) throws IOException {")
                    .replace("(HttpSecurity http) {", "(HttpSecurity http) throws Exception {")
                    .replace("confirm.ack()", "confirm.isAck()")
                    .replace("UNPROCESSABLE_CONTENT", "UNPROCESSABLE_ENTITY")
                    .replace("CONTENT_TOO_LARGE", "PAYLOAD_TOO_LARGE"));
        }
        assertThat(errors(sources(folder))).isEmpty();
    }
}
