package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("DevTools")
class DevToolsTest {

    private static final String CONTROLLER = "src/main/java/com/example/bookstore/BookController.java";

    /** What DevTools prints last, when a restart is complete. */
    private static final String RESTARTED = "Condition evaluation unchanged";

    /** Answers, line by line: process, count in a static variable, loaders of two classes, watched folders. */
    private static final String PROBE = """
            package com.example.bookstore;

            import java.util.Map;

            import org.springframework.beans.DirectFieldAccessor;
            import org.springframework.context.ApplicationContext;
            import org.springframework.web.bind.annotation.GetMapping;
            import org.springframework.web.bind.annotation.RestController;

            @RestController
            class Probe {

                private static int count;
                private final ApplicationContext context;

                Probe(ApplicationContext context) {
                    this.context = context;
                }

                @GetMapping("/probe")
                String probe() {
                    Object watcher = context.getBean("classPathFileSystemWatcher");
                    return String.join("\\n", String.valueOf(ProcessHandle.current().pid()), String.valueOf(++count),
                            loader(Probe.class), loader(ApplicationContext.class),
                            ((Map<?, ?>) new DirectFieldAccessor(watcher)
                                    .getPropertyValue("fileSystemWatcher.directories")).keySet().toString());
                }

                private static String loader(Class<?> type) {
                    return type.getClassLoader().getClass().getSimpleName();
                }
            }
            """;

    @Test
    @DisplayName("spring-boot:run 时重新编译，应用自己重启：响应是新的，JVM 还是原来的，静态变量从头来")
    void recompilingRestartsTheApplication() throws IOException, InterruptedException {
        MavenProject project = MavenProject.copy("chapter03-first-app/reader-project", "bookstore-devtools");
        Files.writeString(project.folder().resolve(CONTROLLER).resolveSibling("Probe.java"), PROBE);
        int port = RunningProgram.freePort();
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("SERVER_PORT", String.valueOf(port));
        try (RunningProgram app = RunningProgram.start(
                MavenProject.mavenCommand("spring-boot:run"), project.folder(), environment)) {
            app.await("Started BookstoreApplication");
            assertThat(app.output()).contains("Devtools property defaults active!")
                    .containsPattern("\\[ *restartedMain] .* Started BookstoreApplication");
            assertThat(get(port, "/hello")).isEqualTo("你好，书店");
            assertThat(get(port, "/no-such-path")).contains("\"status\":404", "\"trace\":\"");
            String process = get(port, "/probe").lines().findFirst().orElseThrow();
            assertThat(get(port, "/probe").lines()).containsExactly(process, "2",
                    "RestartClassLoader", "AppClassLoader", "[" + project.folder().resolve("target/classes") + "]");

            project.edit(CONTROLLER, "你好，书店", "你好，改过的书店");
            assertThat(project.maven("en", "-q", "compile").exitCode()).isZero();

            // On a slow machine DevTools may see the classes half compiled and restart once more.
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                    .until(() -> get(port, "/hello").equals("你好，改过的书店") && lastRestart(app).contains(RESTARTED));
            assertThat(get(port, "/probe").lines()).as("同一个进程，静态变量从头数")
                    .startsWith(process, "1", "RestartClassLoader", "AppClassLoader");
            Recording.check("devtools.txt", project.readersPaths(lastRestart(app)).lines()
                    .filter(line -> !line.contains("-exec-")).collect(Collectors.joining("\n")));
        }
    }

    /** Everything from the first line of the last start on. */
    private static String lastRestart(RunningProgram app) {
        List<String> lines = app.output().lines().toList();
        int first = lines.size() - 1;
        while (first > 0 && !lines.get(first).contains("Starting BookstoreApplication")) {
            first--;
        }
        return String.join("\n", lines.subList(first, lines.size()));
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
