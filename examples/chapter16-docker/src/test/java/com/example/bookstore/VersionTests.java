package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
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
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The image's health check, asked outside a container: on this version and on the one before, which is run, not remembered. */
@DisplayName("健康检查的脚本问得到谁")
@EnabledOnOs(value = OS.LINUX, disabledReason = "脚本用 bash 的 /dev/tcp，与镜像里一样")
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

    @Test
    @DisplayName("脚本问得到谁：3.5 在容器里没有就绪端点，要打开；换了管理端口、加了地址前缀，就问不到")
    @ResourceLock("Spring in this JVM")
    void whereTheScriptAsks() throws Exception {
        Table table = new Table("", "/actuator/health/readiness", "脚本说");
        String boot35 = boot35();
        old(table, "Boot 3.5", boot35);
        old(table, "Boot 3.5，probes.enabled=true", boot35, "--management.endpoint.health.probes.enabled=true");
        here(table, "Boot 4.1");
        here(table, "Boot 4.1，管理端口换成别的", "--management.server.port=0");
        here(table, "Boot 4.1，地址前缀是 /shop", "--server.servlet.context-path=/shop");
        Recording.check("health-where.txt", table.toString());
        assertThat(table.toString().lines().skip(1).map(row -> row.replaceFirst(".*?(\\d{3}) +(\\S+)$", "$1 $2")))
                .containsExactly("404 不健康", "200 健康", "200 健康", "404 不健康", "404 不健康");
    }

    private static void old(Table table, String place, String classPath, String... arguments) throws Exception {
        int port = RunningProgram.freePort();
        String[] command = Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath,
                BookstoreApplication.class.getName(), "--server.port=" + port), Stream.of(arguments)).toArray(String[]::new);
        try (RunningProgram store = RunningProgram.start(MavenProject.javaCommand("zh", command), Recording.module(), Map.of())) {
            store.await("Started BookstoreApplication");
            ask(table, place, port);
        }
    }

    /** A store of this version, in this JVM. */
    private static void here(Table table, String place, String... arguments) throws Exception {
        try (ConfigurableApplicationContext store = new SpringApplicationBuilder(BookstoreApplication.class).run(
                Stream.concat(Stream.of("--server.port=0", "--spring.datasource.url=jdbc:h2:mem:script"),
                        Stream.of(arguments)).toArray(String[]::new))) {
            ask(table, place, store.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
        }
    }

    /** What the script asks, asked by the test: once it is not "not yet", the script has to agree with it. */
    private static void ask(Table table, String place, int port) throws Exception {
        URI readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        await().atMost(Duration.ofMinutes(2)).until(() -> Store.send("GET", readiness).statusCode() != 503);
        int status = Store.send("GET", readiness).statusCode();
        // Again and again, as Docker does: an answer may take longer than the script waits.
        await().atMost(Duration.ofMinutes(2)).until(() -> script(port) == (status == 200 ? 0 : 1));
        table.row(place, status, status == 200 ? "健康" : "不健康");
    }

    @Test
    @DisplayName("4.2 的第一个里程碑：jar 照样拆成四层，拆开的书店照样启动，收到 SIGTERM 以 143 退出；没有就绪端点")
    void boot42() throws Exception {
        MavenProject project = MavenProject.copy("chapter16-docker/boot42", "boot42");
        Path sources = Recording.module().resolve("src/main");
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = project.folder().resolve("src/main").resolve(sources.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        ConsoleRun packaged = project.maven("en", "-q", "package");
        assertThat(packaged.exitCode()).as(packaged.output()).isZero();
        ConsoleRun split = ConsoleRun.run(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djarmode=tools",
                "-jar", "bookstore.jar", "extract", "--layers", "--destination", "layers"), project.folder().resolve("target"), null, Map.of());
        Path layers = project.folder().resolve("target/layers");
        try (Stream<Path> names = Files.list(layers)) {
            assertThat(names.map(name -> name.getFileName().toString())).as(split.output()).containsExactlyInAnyOrder(
                    "dependencies", "spring-boot-loader", "snapshot-dependencies", "application");
        }
        Path application = layers.resolve("application");
        Files.move(layers.resolve("dependencies/lib"), application.resolve("lib"));
        int port = RunningProgram.freePort();
        try (RunningProgram store = RunningProgram.start(MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-jar", "bookstore.jar", "--server.port=" + port), application, Map.of())) {
            store.await("Started BookstoreApplication");
            URI books = URI.create("http://127.0.0.1:" + port + "/books");
            assertThat(Store.send("GET", books).body()).contains("三体");
            assertThat(Store.send("GET", books.resolve("/actuator/health/readiness")).statusCode()).isEqualTo(404);
            store.terminate();
            assertThat(store.exitCode()).isEqualTo(143);
            assertThat(store.output()).contains("Graceful shutdown complete");
        }
    }

    private static int script(int port) {
        return ConsoleRun.run(List.of("bash", "docker/healthcheck.sh"), Recording.module(), null,
                Map.of("SERVER_PORT", String.valueOf(port))).exitCode();
    }
}
