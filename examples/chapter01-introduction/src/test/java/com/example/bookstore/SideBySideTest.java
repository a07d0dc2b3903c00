package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.book.HttpRequestFile;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.Bookstores.RunningStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("同一个接口，两种写法")
class SideBySideTest {

    // region requests
    static final List<String> SAME = List.of(
            "GET /hello",
            "GET /hello?name=%E4%BD%99%E5%8D%8E",
            "GET /books",
            "GET /books/2",
            "GET /books/99",
            "HEAD /books/1",
            "OPTIONS /books",
            "POST /echo {\"title\":\"活着\",\"id\":7,\"price\":9.90}",
            "POST /echo {\"id\":1,\"shelf\":\"A-3\"}");
    // endregion requests

    private static final List<String> DIFFERENT = List.of(
            "GET /nope",
            "GET /books/x",
            "DELETE /books",
            "POST /echo {\"id\":\"x\"}");

    private static MavenProject bareProject;
    private static MavenProject bootProject;
    private static RunningStore bare;
    private static RunningStore boot;

    @BeforeAll
    static void start() {
        bareProject = Bookstores.Bare.PROJECT;
        bootProject = Bookstores.Boot.PROJECT;
        bare = Bookstores.bare(bareProject, "target/classes");
        boot = Bookstores.boot(bootProject);
    }

    @AfterAll
    static void stop() {
        Stream.of(bare, boot).filter(store -> store != null).forEach(RunningStore::close);
    }

    // region same
    @ParameterizedTest
    @FieldSource("SAME")
    @DisplayName("同样的请求，状态码、内容类型、响应体一样")
    void theSameAnswer(String request) {
        HttpResponse<String> bareAnswer = bare.ask(request);
        HttpResponse<String> bootAnswer = boot.ask(request);
        assertThat(bareAnswer.statusCode()).isEqualTo(bootAnswer.statusCode());
        assertThat(bareAnswer.headers().allValues("Content-Type"))
                .isEqualTo(bootAnswer.headers().allValues("Content-Type"));
        assertThat(bareAnswer.body()).isEqualTo(bootAnswer.body());
    }
    // endregion same

    @Test
    @DisplayName("录下两边共同的响应")
    void recordsTheSameAnswers() {
        Recording.check("same.txt", SAME.stream().map(request -> {
            HttpResponse<String> answer = boot.ask(request);
            return "%s\n  %d  %s\n  %s".formatted(request, answer.statusCode(), type(answer),
                    answer.body().isEmpty() ? "（没有响应体）" : answer.body());
        }).collect(Collectors.joining("\n")));
    }

    @Test
    @DisplayName("requests.http 对两边给出同样的交换")
    void requestFileRunsAgainstBoth() {
        for (RunningStore store : List.of(bare, boot)) {
            HttpRequestFile.read("requests.http", Map.of("host", store.host().toString())).runAndCheck();
        }
    }

    @Test
    @DisplayName("没配到的地方，两边就不一样了")
    void differentAnswers() {
        StringBuilder text = new StringBuilder();
        int differing = 0;
        for (String request : DIFFERENT) {
            text.append(request).append('\n');
            HttpResponse<String> bareAnswer = bare.ask(request);
            HttpResponse<String> bootAnswer = boot.ask(request);
            assertThat(bareAnswer.statusCode()).isEqualTo(bootAnswer.statusCode());
            assertThat(bareAnswer.body()).contains("Apache Tomcat/");
            differing += bareAnswer.body().equals(bootAnswer.body()) ? 0 : 1;
            text.append("  裸写  ").append(line(bareAnswer)).append('\n');
            text.append("  Boot  ").append(line(bootAnswer)).append('\n');
        }
        assertThat(differing).isEqualTo(4);
        Recording.check("different.txt", text.toString());
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type").orElse("（没有内容类型）");
    }

    private static String line(HttpResponse<String> answer) {
        String body = answer.body().replaceAll("(?s)<(style|head).*?</\\1>", "").replaceAll("<[^>]+>", " ")
                .replaceAll("\\s+", " ").strip();
        body = body.replaceAll("\"timestamp\":\"[^\"]+\"", "\"timestamp\":…");
        return "%d  %s\n        %s".formatted(answer.statusCode(), type(answer),
                body.length() > 72 ? body.substring(0, 72) + "…" : body);
    }

    @Test
    @DisplayName("裸写的类路径上没有 Boot，代码里也没有")
    void bareHasNoBoot() throws IOException {
        assertThat(Bookstores.jars(bareProject).keySet()).noneMatch(name -> name.contains("boot"));
        assertThat(Bookstores.jars(bootProject).keySet()).anyMatch(name -> name.equals("spring-boot"));
        for (Path source : sources(bareProject)) {
            assertThat(Files.readString(source)).as(source.toString()).doesNotContain("springframework.boot");
        }
    }

    @Test
    @DisplayName("业务代码两边一字不差")
    void businessCodeIsTheSame() throws IOException {
        for (String name : List.of("Book.java", "BookShelf.java", "BookController.java")) {
            Path file = Path.of("src/main/java/com/example/bookstore", name);
            assertThat(bareProject.folder().resolve(file))
                    .hasSameTextualContentAs(bootProject.folder().resolve(file));
        }
    }

    @Test
    @DisplayName("读者运行裸写书店的命令：mvn compile exec:exec")
    void readersCommandRuns() {
        int port = RunningProgram.freePort();
        try (RunningProgram maven = RunningProgram.start(
                MavenProject.mavenCommand("-q", "compile", "exec:exec", "-Dserver.port=" + port),
                bareProject.folder(), MavenProject.environment("zh"))) {
            RunningStore store = new RunningStore(maven.await("裸写的书店启动了"), port);
            assertThat(store.ask("GET /hello").body()).isEqualTo("你好，读者");
        }
    }

    @Test
    @DisplayName("数一数：代码行、依赖、版本号、jar")
    void counts() throws IOException {
        Map<String, long[]> rows = new TreeMap<>();
        MavenProject[] projects = { bareProject, bootProject };
        for (int i = 0; i < 2; i++) {
            String pom = Files.readString(projects[i].folder().resolve("pom.xml"));
            String dependencies = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
            long business = 0;
            long glue = 0;
            for (Path source : sources(projects[i])) {
                long lines = codeLines(source);
                if (source.getFileName().toString().matches("Book(Shelf|Controller)?\\.java")) {
                    business += lines;
                }
                else {
                    glue += lines;
                }
            }
            put(rows, "1 业务代码（行）", i, business);
            put(rows, "2 把它跑起来的代码（行）", i, glue);
            put(rows, "3 pom 里的运行依赖", i, count(dependencies, "<dependency>"));
            put(rows, "4 要你自己选的库版本", i, count(dependencies, "<version>")
                    + count(pom, "<parent>"));
            put(rows, "5 运行时的 jar", i, Bookstores.jars(projects[i]).size());
        }
        assertThat(rows.get("1 业务代码（行）")[0]).isEqualTo(rows.get("1 业务代码（行）")[1]);
        assertThat(rows.get("2 把它跑起来的代码（行）")[0])
                .isGreaterThan(5 * rows.get("2 把它跑起来的代码（行）")[1]);
        StringBuilder text = new StringBuilder("裸写  Boot\n");
        rows.forEach((name, values) -> text.append("%4d  %4d  %s\n".formatted(
                values[0], values[1], name.substring(2))));
        Recording.check("counts.txt", text.toString());
    }

    @Test
    @DisplayName("同名的 jar，两边的版本不一定相同：没有人替裸写的一边对齐")
    void versionsDrift() {
        Map<String, String> bareJars = Bookstores.jars(bareProject);
        Map<String, String> bootJars = Bookstores.jars(bootProject);
        StringBuilder text = new StringBuilder();
        bareJars.forEach((name, version) -> text.append("%-26s %-10s %s\n".formatted(name, version,
                !bootJars.containsKey(name) ? "Boot 那边没有"
                        : bootJars.get(name).equals(version) ? "相同" : "Boot 用 " + bootJars.get(name))));
        assertThat(text).as("不是你选的版本也会对不上").contains("Boot 用");
        Recording.check("versions.txt", text.toString());
    }

    private static void put(Map<String, long[]> rows, String name, int column, long value) {
        rows.computeIfAbsent(name, key -> new long[2])[column] = value;
    }

    private static long count(String text, String what) {
        return (text.length() - text.replace(what, "").length()) / what.length();
    }

    private static List<Path> sources(MavenProject project) throws IOException {
        try (Stream<Path> files = Files.walk(project.folder().resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static long codeLines(Path source) throws IOException {
        return Files.readString(source).lines().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//") && !line.startsWith("/*")
                        && !line.startsWith("*") && !line.startsWith("package ") && !line.startsWith("import "))
                .count();
    }
}
