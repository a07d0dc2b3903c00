package com.example.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("旧版本运行过，不是记得的：同一家书店编译到 Boot 3.5 上，健康门问的网址")
class Boot35Tests {

    private static final String PROBES = "--management.endpoint.health.probes.enabled=true";

    @TempDir
    Path folder;

    @Test
    @DisplayName("就绪检查：3.5 默认是 404，写上一行才有；现在默认就有")
    void readiness() throws IOException {
        MavenProject project = MavenProject.copy("chapter18-cicd/boot35", "boot35");
        ConsoleRun maven = project.maven("en", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-q", "-Dmdep.outputFile=target/classpath.txt");
        assertThat(maven.exitCode()).as(maven.output()).isZero();
        String old = Files.readString(project.folder().resolve("target/classpath.txt")).strip();
        // 不要 target/ 里的：测试的日志设置不打印 Started
        String current = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("classes")).collect(Collectors.joining(File.pathSeparator));
        Table table = new Table("", "写了什么", "`GET /actuator/health/readiness`")
                .row("Boot 3.5", "什么也没有写", readiness(old, "old"))
                .row("Boot 3.5", "`probes.enabled=true`", readiness(old, "old", PROBES))
                .row("Boot 4.1", "什么也没有写", readiness(current, "current"));
        Recording.check("boot35.tsv", table.toString());
    }

    private int readiness(String classPath, String version, String... arguments) throws IOException {
        Path classes = folder.resolve(version);
        if (!Files.exists(classes)) {
            compile(Files.createDirectory(classes), classPath);
        }
        int port = RunningProgram.freePort();
        List<String> command = MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-cp",
                String.join(File.pathSeparator, classes.toString(), Recording.module().resolve("src/main/resources").toString(),
                        classPath), "com.example.bookstore.BookstoreApplication", "--server.port=" + port);
        command.addAll(List.of(arguments));
        try (RunningProgram store = RunningProgram.start(command, folder, Map.of())) {
            store.await("Started BookstoreApplication");
            assertThat(Server.get(URI.create("http://127.0.0.1:" + port + "/books")).body()).contains("Spring 实战");
            return Server.get(URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness")).statusCode();
        }
    }

    private static void compile(Path classes, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> main = Files.walk(Recording.module().resolve("src/main/java"))) {
            List<Path> sources = main.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(compiler.getTask(said, files, null, List.of("--release", "21", "-parameters", "-proc:none", "-d",
                    classes.toString(), "-classpath", classPath), null, files.getJavaFileObjectsFromPaths(sources)).call())
                    .as(said::toString).isTrue();
        }
    }
}
