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
import java.util.stream.Stream;

import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("DevTools")
class DevToolsTest {

    private static final String CONTROLLER = "src/main/java/com/example/bookstore/BookController.java";

    @Test
    @DisplayName("spring-boot:run 时重新编译，应用自己重启，请求得到新的应答")
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
                    .until(() -> get(port).equals("你好，改过的书店"));
            app.await("Started BookstoreApplication");
            List<String> lines = project.readersPaths(app.output()).lines()
                    .filter(line -> line.contains("restartedMain"))
                    .filter(line -> line.matches(".*(Devtools property|Started|Starting) .*"))
                    .toList();
            assertThat(lines.size()).isGreaterThanOrEqualTo(5);
            Recording.check("devtools.txt", Stream.concat(lines.stream().limit(3),
                    lines.stream().skip(lines.size() - 2)).collect(Collectors.joining("\n")));
        }
    }

    private static String get(int port) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/hello")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
