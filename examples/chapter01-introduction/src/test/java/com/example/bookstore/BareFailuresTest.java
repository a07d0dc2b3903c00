package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.Bookstores.RunningStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("裸写时少一件东西会怎样")
class BareFailuresTest {

    private static final List<String> PARAMETERS = List.of("-parameters");

    private static MavenProject project;

    @BeforeAll
    static void build() {
        project = Bookstores.Bare.PROJECT;
    }

    @Test
    @DisplayName("忘了 getConnector：没有报错，也没有人监听端口")
    void withoutConnector() {
        String classes = Bookstores.recompile(project, "no-connector", PARAMETERS,
                Map.of("tomcat.getConnector();", ""));
        try (RunningStore store = Bookstores.bare(project, classes)) {
            assertThatThrownBy(() -> store.ask("GET /hello")).hasRootCauseInstanceOf(
                    java.nio.channels.ClosedChannelException.class).hasCauseInstanceOf(ConnectException.class);
            assertThat(store.program().output()).doesNotContain("SEVERE", "严重", "http-nio");
        }
    }

    @Test
    @DisplayName("容器没有建成：main 抛出异常，进程以 1 结束，不会说启动了")
    void whenTheContainerFails() {
        String classes = Bookstores.recompile(project, "no-component", PARAMETERS, Map.of("@Component\n", ""));
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("zh", "-Dserver.port=" + RunningProgram.freePort(),
                "-cp", Bookstores.classPath(classes), "com.example.bookstore.BareBookstore"),
                project.folder(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("NoSuchBeanDefinitionException").doesNotContain("裸写的书店启动了");
    }

    @Test
    @DisplayName("端口被占着：多一段 BindException，照样说启动了")
    void whenThePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0);
                RunningProgram program = RunningProgram.start(MavenProject.javaCommand("zh",
                        "-Dserver.port=" + taken.getLocalPort(), "-cp", Bookstores.classPath("target/classes"),
                        "com.example.bookstore.BareBookstore"), project.folder(), Map.of())) {
            assertThat(program.await("裸写的书店启动了").output()).contains("BindException");
        }
    }

    @Test
    @DisplayName("忘了 await：main 结束了，Tomcat 的后台线程仍然留住进程")
    void withoutAwait() {
        String classes = Bookstores.recompile(project, "no-await", PARAMETERS, Map.of(
                "tomcat.getServer().await();", """
                System.out.println("非守护线程：" + Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !thread.isDaemon()).map(Thread::getName).sorted().toList());
                """));
        try (RunningStore store = Bookstores.bare(project, classes)) {
            store.program().await("非守护线程：");
            assertThat(store.program().output()).contains("非守护线程：[Catalina-utility-1");
            assertThat(store.ask("GET /hello").body()).isEqualTo("你好，读者");
        }
    }

    @Test
    @DisplayName("忘了停机的钩子：进程结束时，Bean 没有机会收尾")
    void withoutShutdownHook() {
        Map<String, String> closing = Map.of("public List<Book> all() {", """
                @jakarta.annotation.PreDestroy
                void close() {
                    System.out.println("书架收好了");
                }

                public List<Book> all() {""");
        Map<String, String> noHook = new HashMap<>(closing);
        noHook.put("Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(tomcat)));", "");
        assertThat(outputOfAWholeLife("hook", closing)).contains("书架收好了");
        assertThat(outputOfAWholeLife("no-hook", noHook)).doesNotContain("书架收好了");
    }

    /** What the bookstore printed from start to end. */
    private static String outputOfAWholeLife(String name, Map<String, String> edits) {
        RunningStore store =
                Bookstores.bare(project, Bookstores.recompile(project, name, PARAMETERS, edits));
        store.close();
        return store.program().output();
    }

    @Test
    @DisplayName("忘了设字符集：中文全成了问号")
    void withoutUtf8() throws IOException {
        String source = Files.readString(project.folder()
                .resolve("src/main/java/com/example/bookstore/WebConfiguration.java"));
        String method = source.substring(source.indexOf("    @Override"), source.lastIndexOf("}"));
        String classes = Bookstores.recompile(project, "no-utf-8", PARAMETERS,
                Map.of(method, "", "implements WebMvcConfigurer ", ""));
        try (RunningStore store = Bookstores.bare(project, classes)) {
            HttpResponse<String> answer = store.ask("GET /hello");
            assertThat(answer.body()).isEqualTo("?????");
            Recording.check("no-utf-8.http", "GET /hello\n\nHTTP/1.1 %d\nContent-Type: %s\n\n%s\n".formatted(
                    answer.statusCode(), answer.headers().firstValue("Content-Type").orElseThrow(), answer.body()));
            assertThat(store.ask("GET /books").body()).as("JSON 不受影响").contains("活着");
        }
    }

    @Test
    @DisplayName("忘了 -parameters：带路径参数的接口 500")
    void withoutParameterNames() {
        // 与 Maven 一样带着 -g：调试信息里有参数名，Spring 不看。
        String classes = Bookstores.recompile(project, "no-parameters", List.of("-g"), Map.of());
        try (RunningStore store = Bookstores.bare(project, classes)) {
            assertThat(store.ask("GET /books").statusCode()).isEqualTo(200);
            assertThat(store.ask("GET /books/1").statusCode()).isEqualTo(500);
            Recording.check("no-parameters.txt",
                    firstCause(store.program(), "IllegalArgumentException"));
        }
    }

    @Test
    @DisplayName("忘了 Jackson：启动正常，返回对象的接口 406，收 JSON 的 415")
    void withoutJackson() throws IOException {
        MavenProject edited = MavenProject.copy("chapter01-introduction/target/bare", "bare-no-jackson");
        Path lib = Files.createDirectories(edited.folder().resolve("target/lib"));
        for (Path jar : Bookstores.jarFiles(project)) {
            if (!jar.getFileName().toString().startsWith("jackson")) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        String classes = Bookstores.recompile(edited, "no-jackson", PARAMETERS, Map.of());
        try (RunningStore store = Bookstores.bare(edited, classes)) {
            assertThat(store.ask("GET /hello").body()).isEqualTo("你好，读者");
            assertThat(store.ask("GET /books").statusCode()).isEqualTo(406);
            assertThat(store.ask("POST /echo {\"id\":1}").statusCode()).as("请求体先就读不进来").isEqualTo(415);
            Recording.check("no-jackson.txt",
                    firstCause(store.program(), "HttpMediaTypeNotAcceptableException"));
        }
    }

    @Test
    @DisplayName("给其中一个 Spring 的 jar 单独写旧版本：编译失败；换到编译好的程序上，启动失败")
    void withOneOlderJar() throws IOException {
        MavenProject mixed = MavenProject.copy("chapter01-introduction/target/bare", "bare-mixed");
        mixed.edit("pom.xml", "</dependencies>",
                Files.readString(Recording.module().resolve("variants/older-beans.xml")) + "</dependencies>");
        StringBuilder errors = new StringBuilder();
        for (String language : List.of("zh", "en")) {
            ConsoleRun run = mixed.maven(language, "-q", "compile");
            assertThat(run.exitCode()).isEqualTo(1);
            errors.append(mixed.errors(run).lines().filter(line -> line.contains("BareBookstore.java"))
                    .findFirst().orElseThrow()).append('\n');
        }
        Recording.check("older-beans-compile.txt", errors.toString());

        Bookstores.copyJars(mixed);
        String compiled = project.folder().resolve("target/classes").toString();
        ConsoleRun run = ConsoleRun.run(MavenProject.javaCommand("en", "-Dserver.port=" + RunningProgram.freePort(),
                "-cp", Bookstores.classPath(compiled), "com.example.bookstore.BareBookstore"),
                mixed.folder(), null, Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        Recording.check("older-beans.txt", run.output().lines()
                .filter(line -> line.startsWith("Caused by: java.lang.NoClassDefFoundError"))
                .findFirst().orElseThrow(() -> new AssertionError(run.output())));
    }

    /** The line that says what was wrong, once the log has it: it may come after the answer. */
    private static String firstCause(RunningProgram program, String exception) {
        program.await(exception + ": ");
        return program.output().lines().filter(line -> line.contains(exception + ": "))
                .map(line -> line.replaceFirst(".*?(?=(java|org)[\\w.]+Exception: )", "")
                        .replace("] with root cause", "").replaceFirst("]$", ""))
                .findFirst().orElseThrow();
    }
}
