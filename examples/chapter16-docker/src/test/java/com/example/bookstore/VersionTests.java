package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import com.example.book.RunningProgram;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The image's health check, asked outside a container: on this version and on the one before, which is run, not remembered. */
@DisplayName("健康检查的脚本问得到谁")
@EnabledOnOs(value = OS.LINUX, disabledReason = "脚本用 bash 的 /dev/tcp，与镜像里一样")
@Execution(ExecutionMode.CONCURRENT)
class VersionTests {

    private static String boot35() throws IOException {
        MavenProject project = MavenProject.copy("chapter16-docker/boot35", "boot35");
        ConsoleRun run = project.maven("en", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        return compiled(Files.readString(file).strip());
    }

    /** The store's own sources, unchanged. */
    private static String compiled(String classPath) throws IOException {
        Path classes = Files.createDirectories(Recording.module().resolve("target/versions/boot35"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null);
                Stream<Path> sources = Files.walk(Recording.module().resolve("src/main/java"))) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null, files.getJavaFileObjectsFromPaths(
                            sources.filter(file -> file.toString().endsWith(".java")).toList())).call();
        }
        assertThat(said.getDiagnostics().stream().map(line -> line.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"))).isEmpty();
        return String.join(File.pathSeparator, classes.toString(),
                Recording.module().resolve("src/main/resources").toString(), classPath);
    }

    /** Whether the script says so of a store that has started; one that it cannot ask stays unhealthy. */
    private static void check(boolean healthy, String classPath, String... arguments) {
        int port = RunningProgram.freePort();
        String[] command = Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-cp", classPath,
                BookstoreApplication.class.getName(), "--server.port=" + port), Stream.of(arguments)).toArray(String[]::new);
        try (RunningProgram store = RunningProgram.start(MavenProject.javaCommand("zh", command), Recording.module(), Map.of())) {
            store.await("Started BookstoreApplication");
            says(healthy, String.valueOf(port));
        }
    }

    @Test
    @DisplayName("3.5 在容器里没有就绪端点，脚本说不健康；打开探针就健康")
    void healthcheckOnBoot35() throws IOException {
        String boot35 = boot35();
        check(false, boot35);
        check(true, boot35, "--management.endpoint.health.probes.enabled=true");
    }

    @Test
    @DisplayName("换了管理端口或上下文路径，脚本也要跟着改")
    @ResourceLock("Spring in this JVM")
    void whereTheScriptAsks() {
        here(true);
        here(false, "--management.server.port=0");
        here(false, "--server.servlet.context-path=/shop");
    }

    /** Whether the script says so of a store of this version, in this JVM. */
    private static void here(boolean healthy, String... arguments) {
        try (ConfigurableApplicationContext store = new SpringApplicationBuilder(BookstoreApplication.class).run(
                Stream.concat(Stream.of("--server.port=0", "--spring.datasource.url=jdbc:h2:mem:script"),
                        Stream.of(arguments)).toArray(String[]::new))) {
            says(healthy, store.getEnvironment().getRequiredProperty("local.server.port"));
        }
    }

    /** Asked again and again, as Docker does: the first answer of a store may take longer than the script waits. */
    private static void says(boolean healthy, String port) {
        await().atMost(Duration.ofMinutes(2)).during(healthy ? Duration.ZERO : Duration.ofSeconds(1)).until(() ->
                script(port) == (healthy ? 0 : 1));
    }

    private static int script(String port) {
        return ConsoleRun.run(List.of("bash", "docker/healthcheck.sh"), Recording.module(), null,
                Map.of("SERVER_PORT", port)).exitCode();
    }
}
