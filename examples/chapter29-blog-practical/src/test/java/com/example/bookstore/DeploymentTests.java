package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RequiresService;
import com.example.book.RunningProgram;
import com.example.book.Service;
import com.example.book.parts.BootProcess;
import com.example.book.parts.DockerEngine;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("上线：一条命令、jar、镜像")
@RequiresService(Service.POSTGRESQL)
class DeploymentTests {

    private static final Path JAR = Recording.module().resolve("target/blog.jar");

    private static final String WRITABLE = "for d in /app /data/pictures /tmp /etc; do"
            + " touch $d/x 2>/dev/null && echo -n \"$d \"; done; true";

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                BodyHandlers.ofString()).body();
    }

    private static Map<String, String> environment(String database) {
        Map<String, String> environment = new HashMap<>(Map.of("BLOG_DB", database,
                "POSTGRES_HOST", Service.POSTGRESQL.host(), "POSTGRES_PORT", String.valueOf(Service.POSTGRESQL.port())));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
        // A blog that answers two requests does not need the second compiler.
        environment.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        return environment;
    }

    @Test
    void oneCommandStartsItWithSampleData() throws Exception {
        String database = "chapter29_run_" + ProcessHandle.current().pid();
        int port = freePort();
        try (ProgramFolder folder = ProgramFolder.create("run-")) {
            Map<String, String> environment = environment(database);
            environment.put("BLOG_PICTURES", folder.path().resolve("pictures").toString());
            try (RunningProgram program = RunningProgram.start(List.of("bash",
                    Recording.module().resolve("run.sh").toString(), "--server.port=" + port), folder.path(), environment)) {
                program.await("Started BookstoreApplication");
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(
                        () -> get(port, "/actuator/health/readiness").contains("UP"));
                assertThat(get(port, "/")).contains("冬天的书单").contains("1 条评论");
                try (var connection = BlogDatabase.connect(database); var posts = connection.createStatement()
                        .executeQuery("select count(*) from post where status = 'PUBLISHED'")) {
                    assertThat(posts.next()).isTrue();
                    assertThat(posts.getInt(1)).isEqualTo(16);
                }
            }
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    @Test
    void withoutTheDemoTheFirstEditorComesFromTheConfiguration() {
        String database = BlogDatabase.create();
        try (ProgramFolder folder = ProgramFolder.create("jar-")) {
            try (BootProcess with = BootProcess.of(JAR).arguments("--blog.pictures=" + folder.path())
                    .arguments(BlogDatabase.properties(database).stream().map(property -> "--" + property).toArray(String[]::new))
                    .environment("BLOG_FIRST_EDITOR_USERNAME", "owner")
                    .environment("BLOG_FIRST_EDITOR_PASSWORD", "a-long-password").start()) {
                assertThat(with.output()).contains("建好了第一个编辑账号 owner").doesNotContain("a-long-password");
                new Visitor(with.port()).login("owner", "a-long-password");
            }
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    @Test
    void aShortPasswordIsRefusedAtStart() {
        String database = BlogDatabase.create();
        try (ProgramFolder folder = ProgramFolder.create("jar-")) {
            var command = com.example.book.MavenProject.javaCommand("zh", "-XX:TieredStopAtLevel=1", "-jar",
                    JAR.toString(), "--server.port=0", "--blog.pictures=" + folder.path(),
                    "--blog.first-editor.username=owner", "--blog.first-editor.password=short");
            List<String> all = new java.util.ArrayList<>(command);
            BlogDatabase.properties(database).forEach(property -> all.add("--" + property));
            var run = com.example.book.ConsoleRun.run(all, folder.path(), null, Map.of());
            assertThat(run.exitCode()).isOne();
            assertThat(run.output()).contains("Binding to target").contains("blog.firstEditor.password");
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    // region image
    @Test
    void theImageRuns() throws Exception {
        String database = BlogDatabase.create();
        int port = freePort();
        try (DockerEngine docker = DockerEngine.start()) {
            docker.baseImages().java("eclipse-temurin:25-jre");
            docker.run("build", "--network", "host", "--target", "layers", ".");
            docker.run("build", "--network", "host", "--tag", "blog:1", ".");
            String container = docker.start("--network", "host", "--memory", "512m",
                    "--read-only", "--tmpfs", "/tmp",
                    "--health-interval", "2s", // 查得勤一点，测试少等几秒
                    "--env", "SERVER_PORT=" + port, "--env", "BLOG_DB=" + database,
                    "--env", "POSTGRES_HOST=" + Service.POSTGRESQL.host(),
                    "--env", "SPRING_PROFILES_ACTIVE=demo", "blog:1");
            docker.awaitHealthy(container, Duration.ofSeconds(90));
            Recording.check("image.txt", """
                    用户：%s
                    健康：%s
                    首页有示例文章：%s
                    能写的地方：%s""".formatted(docker.run("exec", container, "id", "-un"),
                    docker.inspect(container, "{{.State.Health.Status}}"),
                    get(port, "/").contains("冬天的书单"),
                    docker.run("exec", container, "bash", "-c", WRITABLE)));
        }
        finally {
            BlogDatabase.drop(database);
        }
    }
    // endregion image

    @Test
    void theJarHasNoSecretsInIt() throws IOException {
        String yaml = Files.readString(Recording.module().resolve("src/main/resources/application.yaml"));
        assertThat(yaml).contains("password: ${POSTGRES_PASSWORD:}");
    }
}
