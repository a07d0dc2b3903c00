package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import java.util.stream.Stream;

import com.example.book.ConsoleRun;
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
        int port = RunningProgram.freePort();
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

    /** The script alone in a folder, with programs that only pretend; PostgreSQL itself is there. */
    private static ConsoleRun runScript(ProgramFolder folder, Map<String, String> programs, String path) throws IOException {
        return runScript(folder, programs, path, Service.POSTGRESQL.port());
    }

    private static ConsoleRun runScript(ProgramFolder folder, Map<String, String> programs, String path, int port)
            throws IOException {
        Path bin = folder.folder("bin");
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Path place = program.getKey().equals("java") ? folder.folder("jdk/bin") : bin;
            Path file = Files.writeString(place.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue() + "\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Map<String, String> environment = environment("chapter29_not_there");
        environment.put("PATH", path.isEmpty() ? bin.toString() : bin + ":" + path);
        environment.put("JAVA_HOME", folder.path().resolve("jdk").toString());
        environment.put("POSTGRES_PORT", String.valueOf(port));
        return ConsoleRun.run(List.of("/bin/bash", folder.path().resolve("blog/run.sh").toString()), folder.path(), null, environment);
    }

    private static Path scriptIn(ProgramFolder folder) throws IOException {
        Path blog = folder.folder("blog/src/main").getParent().getParent();
        Files.copy(Recording.module().resolve("run.sh"), blog.resolve("run.sh"));
        folder.write("pom.xml", "<project/>");
        folder.write("blog/pom.xml", "<project/>");
        return blog;
    }

    /** What is left of a jar must not be taken for a jar the next time. */
    @Test
    void packagingThatIsStoppedHalfWayLeavesNoJar() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("run-")) {
            Path blog = scriptIn(folder);
            for (String how : List.of("kill -TERM $PPID; exit 1", "exit 1")) {
                ConsoleRun run = runScript(folder, Map.of("psql", "echo 1", "java", "echo started",
                        "mvn", "mkdir -p target; echo half > target/blog.jar; " + how), System.getenv("PATH"));
                assertThat(run.exitCode()).as(run.output()).isNotZero();
                assertThat(blog.resolve("target/blog.jar")).as(how).doesNotExist();
            }
        }
    }

    @Test
    void itIsPackagedAgainWhenTheVersionsAboveItChange() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("run-")) {
            scriptIn(folder);
            Map<String, String> programs = Map.of("psql", "echo 1", "java", "echo started",
                    "mvn", "echo packaging; mkdir -p target; echo jar > target/blog.jar");
            assertThat(runScript(folder, programs, System.getenv("PATH")).output()).contains("packaging", "started");
            assertThat(runScript(folder, programs, System.getenv("PATH")).output()).contains("started").doesNotContain("packaging");
            folder.write("pom.xml", "<project><!-- another version --></project>");
            assertThat(runScript(folder, programs, System.getenv("PATH")).output()).contains("packaging", "started");
        }
    }

    /** For a path with nothing else on it. */
    private static void withCoreutils(ProgramFolder folder) throws IOException {
        for (String program : List.of("dirname", "find", "mkdir", "touch", "rm")) {
            Path found = Stream.of(System.getenv("PATH").split(":")).map(path -> Path.of(path, program))
                    .filter(Files::isExecutable).findFirst().orElseThrow();
            Files.createSymbolicLink(folder.folder("bin").resolve(program), found);
        }
    }

    /** Nobody listens at the port, so there is a container to be started, with a docker that only pretends. */
    @Test
    void withoutPostgresqlItStartsAContainer() throws IOException {
        String compose = "docker compose -f ../compose.yaml ";
        String ready = compose + "exec -T postgres pg_isready -q -h localhost";
        String psql = compose + "exec -T postgres psql -U postgres ";
        Map<String, String> programs = new HashMap<>(Map.of("java", "echo started", "sleep", "exit 0",
                "mvn", "mkdir -p target; echo jar > target/blog.jar",
                // 第一次问，数据库还没有好
                "docker", """
                        echo "docker $*" >> docker.log
                        case "$*" in *pg_isready*) [ -e asked ] || { echo > asked; exit 1; } ;; esac"""));
        for (boolean withPsql : List.of(false, true)) {
            try (ProgramFolder folder = ProgramFolder.create("run-")) {
                Path blog = scriptIn(folder);
                withCoreutils(folder);
                if (withPsql) {
                    programs.put("psql", "echo 1");
                }
                ConsoleRun run = runScript(folder, programs, "", RunningProgram.freePort());
                assertThat(run.output()).contains("started");
                assertThat(run.exitCode()).isZero();
                assertThat(blog.resolve("docker.log")).hasContent(String.join("\n", withPsql
                        ? List.of(compose + "up -d postgres", ready, ready)
                        : List.of(compose + "up -d postgres", ready, ready,
                                psql + "-XAtc select 1 from pg_database where datname = 'chapter29_not_there' -d postgres",
                                psql + "-Xqc create database \"chapter29_not_there\" -d postgres")));
            }
        }
    }

    /** Maven takes the Java of JAVA_HOME, so the blog has to start with that one too. */
    @Test
    void itStartsWithTheJavaThatMavenTakes() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("run-")) {
            scriptIn(folder);
            Map<String, String> programs = Map.of("psql", "echo 1", "java", "echo started by $0",
                    "mvn", "mkdir -p target; echo jar > target/blog.jar");
            ConsoleRun run = runScript(folder, programs, System.getenv("PATH"));
            assertThat(run.output()).contains("started by " + folder.path().resolve("jdk/bin/java"));
        }
    }

    /** A PostgreSQL of one's own, in a container perhaps, and no psql on this machine. */
    @Test
    void withoutPsqlItSaysWhatToMakeAndGoesOn() throws IOException {
        try (ProgramFolder folder = ProgramFolder.create("run-")) {
            scriptIn(folder);
            withCoreutils(folder);
            ConsoleRun run = runScript(folder, Map.of("java", "echo started",
                    "mvn", "mkdir -p target; echo jar > target/blog.jar"), "");
            assertThat(run.output()).contains("chapter29_not_there", "psql", "started");
            assertThat(run.exitCode()).isZero();
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

    private static BootProcess.Description behindProxy(String database, ProgramFolder folder, String strategy) {
        return BootProcess.of(JAR).arguments("--blog.pictures=" + folder.path())
                .arguments(BlogDatabase.properties(database).stream().map(property -> "--" + property).toArray(String[]::new))
                .environment("SERVER_FORWARD_HEADERS_STRATEGY", strategy);
    }

    /** nginx in front speaks HTTPS and says so; the blog believes it once it is told to. */
    @Test
    void behindHttpsItSendsReadersToHttpsOnceItIsTold() {
        String database = BlogDatabase.create();
        try (ProgramFolder folder = ProgramFolder.create("jar-")) {
            for (String strategy : List.of("none", "native")) {
                try (BootProcess blog = behindProxy(database, folder, strategy).start()) {
                    var headers = new Visitor(blog.port()).get("/desk", "X-Forwarded-Proto", "https").headers();
                    boolean https = strategy.equals("native");
                    assertThat(headers.firstValue("Location").orElseThrow()).startsWith(https ? "https://" : "http://");
                    assertThat(headers.firstValue("Set-Cookie").orElseThrow().contains("Secure")).isEqualTo(https);
                }
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

    @Test
    void theImageRuns() throws Exception {
        String database = BlogDatabase.create();
        int port = RunningProgram.freePort();
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
            // 日期是书店那里的，不是格林尼治的
            assertThat(get(port, "/feed.xml")).contains("+0800</pubDate>");
        }
        finally {
            BlogDatabase.drop(database);
        }
    }

    @Test
    void theJarHasNoSecretsInIt() throws IOException {
        String yaml = Files.readString(Recording.module().resolve("src/main/resources/application.yaml"));
        assertThat(yaml).contains("password: ${POSTGRES_PASSWORD:}");
    }
}
