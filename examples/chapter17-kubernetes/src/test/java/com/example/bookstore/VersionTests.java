package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import com.example.book.RunningProgram;
import com.example.book.Table;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The version before and the one to come are run, not remembered: this module's sources, compiled and started on them. */
@DisplayName("同一家书店，在 Boot 3.5 与 4.2 的第一个里程碑上")
class VersionTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final Map<String, String> KUBERNETES =
            Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443");

    private static String classPath(String folder) throws IOException {
        MavenProject project = MavenProject.copy("chapter17-kubernetes/" + folder, folder);
        ConsoleRun run = project.maven("en", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = project.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        return compiled(folder, Files.readString(file).strip());
    }

    /** The store's own sources, unchanged. */
    private static String compiled(String folder, String classPath) throws IOException {
        Path classes = Files.createDirectories(Recording.module().resolve("target/versions").resolve(folder));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null);
                Stream<Path> sources = Files.walk(Recording.module().resolve("src/main/java/com/example/bookstore"))) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-d", classes.toString(), "-classpath", classPath), null, files.getJavaFileObjectsFromPaths(
                            sources.filter(file -> file.toString().endsWith(".java")).toList())).call();
        }
        assertThat(said.getDiagnostics().stream().map(line -> line.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"))).isEmpty();
        return String.join(File.pathSeparator, classes.toString(),
                Recording.module().resolve("src/main/resources").toString(), classPath);
    }

    private static RunningProgram start(String classPath, int port, Map<String, String> environment, String... arguments) {
        String[] command = Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-cp", classPath,
                BookstoreApplication.class.getName(), "--server.port=" + port), Stream.of(arguments)).toArray(String[]::new);
        return RunningProgram.start(MavenProject.javaCommand("zh", command), Recording.module(), environment)
                .await("Started BookstoreApplication");
    }

    private static int status(int port, String path) throws IOException, InterruptedException {
        return get(port, path).statusCode();
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Asked once it takes requests: "Started" is printed a moment before. */
    private static void ask(Table table, String place, int port) throws IOException, InterruptedException {
        await().atMost(Duration.ofMinutes(2)).until(() -> status(port, "/actuator/health") == 200
                && status(port, "/actuator/health/readiness") != 503);
        table.row(place, status(port, "/actuator/health/liveness"), status(port, "/actuator/health/readiness"));
    }

    @Test
    @DisplayName("3.5：两个探针地址在 Kubernetes 里才有，在别处要打开；4.1 在别处也有")
    @ResourceLock("Spring in this JVM")
    void probesOfBoot35() throws Exception {
        String boot35 = classPath("boot35");
        Map<String, Map<String, String>> places = new LinkedHashMap<>();
        places.put("Boot 3.5", Map.of());
        places.put("Boot 3.5，在 Kubernetes 里", KUBERNETES);
        places.put("Boot 3.5，probes.enabled=true", Map.of("MANAGEMENT_ENDPOINT_HEALTH_PROBES_ENABLED", "true"));
        Table table = new Table("", "/actuator/health/liveness", "/actuator/health/readiness");
        for (Map.Entry<String, Map<String, String>> place : places.entrySet()) {
            int port = RunningProgram.freePort();
            try (RunningProgram old = start(boot35, port, place.getValue())) {
                ask(table, place.getKey(), port);
            }
        }
        try (ConfigurableApplicationContext current = new SpringApplicationBuilder(BookstoreApplication.class).run(
                "--server.port=0", "--spring.datasource.url=jdbc:h2:mem:version")) {
            ask(table, "Boot 4.1", current.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
        }
        Recording.check("boot35.txt", table.toString());
        assertThat(table.toString().lines().map(row -> row.replaceFirst(".*?(\\d{3}) +(\\d{3})$", "$1 $2")).skip(1))
                .containsExactly("404 404", "200 200", "200 200", "200 200");
    }

    @Test
    @DisplayName("4.2 的第一个里程碑：环境变量照样绑定，收到 SIGTERM 做完手上的导出，以 143 退出")
    void boot42() throws Exception {
        int port = RunningProgram.freePort();
        try (RunningProgram store = start(classPath("boot42"), port, Map.of("BOOKSTORE_GREETING", "Hello",
                "HOSTNAME", "bookstore-1"), "--bookstore.export-time=3s")) {
            assertThat(get(port, "/about").body()).contains("\"pod\":\"bookstore-1\"", "\"greeting\":\"Hello\"");
            CompletableFuture<HttpResponse<String>> export = CLIENT.sendAsync(HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/export")).build(), HttpResponse.BodyHandlers.ofString());
            store.await("开始导出");
            store.terminate();
            assertThat(export.join().statusCode()).isEqualTo(200);
            assertThat(store.exitCode()).isEqualTo(143);
            assertThat(store.output()).contains("Graceful shutdown complete");
        }
    }
}
