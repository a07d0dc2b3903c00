package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.ProgramFolder;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.standin.StandIn;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("一个环境变量换一个模型")
class SwitchTests {

    private static RunningProgram store(List<String> command, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        // A program that answers one question does not need the second compiler.
        all.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        return RunningProgram.start(command, Recording.module(), all);
    }

    private static RunningProgram store(Map<String, String> environment) {
        return store(ConsoleRun.javaCommand(BookstoreApplication.class, "--server.port=0", "--spring.profiles.active=demo"), environment);
    }

    private static int port(RunningProgram store) {
        store.await("Started BookstoreApplication");
        String line = store.output().lines().filter(text -> text.contains("Tomcat started on port")).findFirst().orElseThrow();
        return Integer.parseInt(line.replaceFirst(".*port (\\d+).*", "$1"));
    }

    /** The text of an answer that came in pieces. */
    private static String words(HttpResponse<String> answer) {
        return Pattern.compile("\"text\":\"([^\"]*)\"").matcher(answer.body()).results()
                .map(piece -> piece.group(1)).collect(Collectors.joining());
    }

    @Test
    @DisplayName("没有设：start.sh 一条命令打包并启动，三本书，由本机的替身回答，日志里说明白")
    void standIn() throws Exception {
        Files.deleteIfExists(Recording.module().resolve("target/bookstore.jar"));
        Map<String, String> path = Map.of("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"));
        try (RunningProgram store = store(List.of("env", "-u", "OPENAI_API_KEY", "sh", "start.sh", "--server.port=0"), path)) {
            Visitor li = new Visitor(port(store)).login("li");
            assertThat(words(li.ask("《三体》多少钱"))).isEqualTo("《三体》68.00 元，还有 5 本。");
            assertThat(words(li.ask("《活着》多少钱"))).isEqualTo("《活着》39.00 元，还有 3 本。");
            assertThat(words(li.ask("《二手书大全》多少钱"))).isEqualTo("《二手书大全》9.90 元，还有 100 本。");
            assertThat(store.output()).contains("没有 OPENAI_API_KEY，由本机的替身回答，它不是模型");
        }
    }

    @Test
    @DisplayName("start.sh 打包打到一半停下，不留下半个 jar；上面的版本改了，再打一次包")
    void packaging() throws Exception {
        try (ProgramFolder folder = ProgramFolder.create("start-")) {
            folder.folder("store/src/main");
            Files.copy(Recording.module().resolve("start.sh"), folder.path().resolve("store/start.sh"));
            folder.write("pom.xml", "<project/>");
            folder.write("store/pom.xml", "<project/>");
            for (String how : List.of("kill -TERM $PPID; exit 1", "exit 1")) {
                ConsoleRun run = packaging(folder, "echo half > target/bookstore.jar; " + how);
                assertThat(run.exitCode()).as(run.output()).isNotZero();
                assertThat(folder.path().resolve("store/target/bookstore.jar")).as(how).doesNotExist();
            }
            String packages = "echo packaging; echo jar > target/bookstore.jar";
            assertThat(packaging(folder, packages).output()).contains("packaging", "started");
            assertThat(packaging(folder, packages).output()).contains("started").doesNotContain("packaging");
            folder.write("pom.xml", "<project><!-- another version --></project>");
            assertThat(packaging(folder, packages).output()).contains("packaging", "started");
        }
    }

    @Test
    @DisplayName("start.sh 用 Maven 用的那个 Java：设了 JAVA_HOME，就不用 PATH 上的")
    void itStartsWithTheJavaThatMavenTakes() throws Exception {
        try (ProgramFolder folder = ProgramFolder.create("start-")) {
            folder.folder("store/src/main");
            Files.copy(Recording.module().resolve("start.sh"), folder.path().resolve("store/start.sh"));
            folder.write("pom.xml", "<project/>");
            folder.write("store/pom.xml", "<project/>");
            assertThat(packaging(folder, "echo jar > target/bookstore.jar").output())
                    .contains("started by " + folder.path().resolve("jdk/bin/java"));
        }
    }

    /** Runs the script with a Maven and a Java that only pretend. */
    private static ConsoleRun packaging(ProgramFolder folder, String maven) throws Exception {
        for (Map.Entry<String, String> program : Map.of("mvn", "mkdir -p target; " + maven, "java", "echo started by $0").entrySet()) {
            Path place = folder.folder(program.getKey().equals("java") ? "jdk/bin" : "bin");
            Path file = Files.writeString(place.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue() + "\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return ConsoleRun.run(List.of("sh", folder.path().resolve("store/start.sh").toString()), folder.path(), null,
                Map.of("PATH", folder.path().resolve("bin") + ":" + System.getenv("PATH"),
                        "JAVA_HOME", folder.path().resolve("jdk").toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    @DisplayName("设成空的、空格的，与没有设一样：不去别处，由替身回答")
    void blank(String key) throws Exception {
        try (StandIn other = StandIn.start(); RunningProgram store = store(Map.of("OPENAI_API_KEY", key,
                "OPENAI_BASE_URL", other.baseUrl()))) {
            assertThat(new Visitor(port(store)).login("li").ask("《三体》多少钱").body()).contains("《三体》").contains("\"end\"");
            assertThat(store.output()).contains("由本机的替身回答");
            assertThat(other.chats()).isEmpty();
            assertThat(other.authorizations()).isEmpty();
        }
    }

    @Test
    @DisplayName("设了：请求带着这个密钥，到 OPENAI_BASE_URL 那里去；写错了，启动失败的日志里有状态码，没有密钥")
    void elsewhere() throws Exception {
        try (StandIn other = StandIn.start(); RunningProgram store = store(Map.of("OPENAI_API_KEY", "sk-another-key-1",
                "OPENAI_BASE_URL", other.baseUrl()))) {
            assertThat(new Visitor(port(store)).login("wang").ask("《三体》多少钱").body()).contains("\"end\"");
            assertThat(other.chats()).hasSize(2);
            assertThat(other.chats().getFirst().path("model").asString()).isEqualTo("gpt-5-mini");
            // gpt-5-mini 不认 max_tokens
            assertThat(other.chats().getFirst().path("max_completion_tokens").asInt()).isEqualTo(2000);
            assertThat(other.chats().getFirst().has("max_tokens")).isFalse();
            assertThat(other.chats().getFirst().has("temperature")).isFalse();
            assertThat(other.authorizations()).isNotEmpty().allMatch("Bearer sk-another-key-1"::equals);
            assertThat(store.output()).doesNotContain("sk-another-key-1").doesNotContain("替身");
        }
        startWithAWrongKey();
    }

    @Test
    @DisplayName("对话用一家，嵌入用另一家：各有各的地址、密钥与模型；不要密钥的服务，密钥随便写一个")
    void embeddingsElsewhere() throws Exception {
        try (StandIn talks = StandIn.start(); StandIn embeds = StandIn.start(); RunningProgram store = store(Map.of(
                "OPENAI_API_KEY", "any", "OPENAI_BASE_URL", talks.baseUrl(), "OPENAI_MODEL", "talking",
                "SPRING_AI_OPENAI_EMBEDDING_BASE_URL", embeds.baseUrl(), "SPRING_AI_OPENAI_EMBEDDING_API_KEY", "other",
                "SPRING_AI_OPENAI_EMBEDDING_MODEL", "embedding"))) {
            assertThat(new Visitor(port(store)).login("wang").ask("《三体》多少钱").body()).contains("\"end\"");
            assertThat(talks.chats()).hasSize(2).allMatch(chat -> chat.path("model").asString().equals("talking"));
            assertThat(talks.embeddings()).isZero();
            assertThat(talks.authorizations()).allMatch("Bearer any"::equals);
            assertThat(embeds.chats()).isEmpty();
            assertThat(embeds.embeddingModels()).containsExactly("embedding");
            // 48 sections and 2 notes, one at a time; the question; and once to see how long the arrays are
            assertThat(embeds.embeddings()).isEqualTo(48 + 2 + 1 + 1);
            assertThat(embeds.authorizations()).isNotEmpty().allMatch("Bearer other"::equals);
        }
    }

    /** The store cannot start with a wrong key, which the service writes back; the log must not hold it. */
    private static void startWithAWrongKey() throws Exception {
        String key = "sk-wrong-key-4711";
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = ("{\"error\":{\"message\":\"Incorrect API key provided: " + key + ".\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
        try {
            ConsoleRun run = ConsoleRun.run(ConsoleRun.javaCommand(BookstoreApplication.class, "--server.port=0"), Recording.module(),
                    null, Map.of("OPENAI_API_KEY", key, "OPENAI_BASE_URL", "http://127.0.0.1:" + service.getAddress().getPort() + "/v1"));
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output()).contains("Application run failed").contains("书没有存进向量库：HTTP 401").doesNotContain(key);
        }
        finally {
            service.stop(0);
        }
    }
}
