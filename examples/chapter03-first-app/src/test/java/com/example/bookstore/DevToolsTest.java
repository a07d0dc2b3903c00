package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    @Test
    @DisplayName("spring-boot:run 时重新编译，应用自己重启，请求得到新的响应")
    void recompilingRestartsTheApplication() throws IOException, InterruptedException {
        MavenProject project = MavenProject.copy("chapter03-first-app/reader-project", "bookstore-devtools");
        int port = RunningProgram.freePort();
        Map<String, String> environment = new HashMap<>(MavenProject.environment("en"));
        environment.put("SERVER_PORT", String.valueOf(port));
        try (RunningProgram app = RunningProgram.start(
                MavenProject.mavenCommand("spring-boot:run"), project.folder(), environment)) {
            app.await("Started BookstoreApplication");
            assertThat(get(port)).isEqualTo("你好，书店");

            project.edit(CONTROLLER, "你好，书店", "你好，改过的书店");
            assertThat(project.maven("en", "-q", "compile").exitCode()).isZero();

            // On a slow machine DevTools may see the classes half compiled and restart once more.
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions()
                    .until(() -> get(port).equals("你好，改过的书店") && lastRestart(app).contains(RESTARTED));
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

    private static String get(int port) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/hello")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
