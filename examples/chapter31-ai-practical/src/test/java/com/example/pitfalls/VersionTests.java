package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.example.book.ConsoleRun;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.Table;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.model.openai.autoconfigure.OpenAiChatProperties;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The old version is asked, not remembered. */
@DisplayName("从 Spring AI 1 来")
class VersionTests {

    private static final String BUILD_CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private static final Pattern IMPORT = Pattern.compile("import (?:static )?([\\w.]+);");

    private static List<String> classPath(String project) throws IOException {
        MavenProject maven = MavenProject.copy("chapter31-ai-practical/" + project, project);
        ConsoleRun run = maven.maven("en", BUILD_CLASSPATH, "-q", "-Dmdep.outputFile=target/classpath.txt");
        Path file = maven.folder().resolve("target/classpath.txt");
        assertThat(file).as(run.output()).exists();
        return List.of(Files.readString(file).strip().split(File.pathSeparator));
    }

    /** The compiler's errors; it looks into the methods although imports are missing. */
    private static List<Diagnostic<? extends JavaFileObject>> errors(List<Path> sources, List<String> classPath)
            throws IOException {
        Path classes = Files.createDirectories(Recording.module().resolve("target/boot35"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
            compiler.getTask(new StringWriter(), files, said, List.of("--release", "21", "-parameters", "-proc:none",
                    "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "500", "-d", classes.toString(), "-classpath",
                    String.join(File.pathSeparator, classPath)), null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return said.getDiagnostics().stream().filter(line -> line.getKind() == Diagnostic.Kind.ERROR).toList();
    }

    @Test
    @DisplayName("本章的代码在 Boot 3.5 与 Spring AI 1.1 上编译：缺几个类和一个方法，此外没有别的错")
    void compiles() throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(Recording.module().resolve("src/main/java"))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        Map<String, TreeSet<String>> missing = new TreeMap<>();
        List<String> inMethods = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> error : errors(sources, classPath("boot35"))) {
            Path source = Path.of(Objects.requireNonNull(error.getSource()).toUri());
            String line = Files.readAllLines(source).get((int) error.getLineNumber() - 1);
            Matcher name = IMPORT.matcher(line);
            if (name.find()) {
                missing.computeIfAbsent(name.group(1), key -> new TreeSet<>())
                        .add(source.getFileName().toString().replace(".java", ""));
            }
            else {
                inMethods.add(line);
            }
        }
        Recording.check("boot35.txt", missing.entrySet().stream()
                .map(entry -> entry.getKey() + "：" + String.join("、", entry.getValue()))
                .collect(Collectors.joining("\n")));
        List<String> names = missing.keySet().stream().map(name -> name.substring(name.lastIndexOf('.') + 1)).toList();
        Map<Boolean, List<String>> named = inMethods.stream().map(String::strip)
                .collect(Collectors.partitioningBy(line -> names.stream().anyMatch(line::contains)));
        assertThat(named.get(true)).isNotEmpty();
        assertThat(named.get(false)).containsExactly("OpenAiChatOptions.builder().timeout(timeout));");
    }

    /** What a server got: the path, the key, and the two settings of the model. */
    private record Asked(String path, String key, String model, String temperature) {
    }

    private static final String ANSWER = """
            {"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",
            "message":{"role":"assistant","content":"hi"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}""";

    /** What arrived for each group of settings, which is one argument of {@link AskOnce}; nothing: it did not start. */
    private static List<List<Asked>> ask(String classPath, List<String> groups) throws Exception {
        List<Asked> asked = new CopyOnWriteArrayList<>();
        JsonMapper json = new JsonMapper();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            JsonNode body = json.readTree(exchange.getRequestBody().readAllBytes());
            String path = exchange.getRequestURI().getPath();
            asked.add(new Asked(path, String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    body.path("model").asString(""), body.path("temperature").asString("不送")));
            byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(path.contains("/busy") ? 500 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            String base = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", "-cp", classPath, AskOnce.class.getName()));
            for (int i = 0; i < groups.size(); i++) {
                // The chapter's own application.yml is on the class path of one of them.
                command.add("--spring.config.location=optional:file:./none/ " + groups.get(i).replace("BASE", base + i));
            }
            ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, Map.of("OPENAI_API_KEY", "environment"));
            assertThat(run.output().lines().filter(line -> line.startsWith("asked: "))).as(run.output()).hasSameSizeAs(groups);
            return IntStream.range(0, groups.size()).mapToObj(i -> asked.stream().filter(one -> one.path().startsWith("/" + i + "/"))
                    .map(one -> new Asked(one.path().substring(2), one.key(), one.model(), one.temperature())).toList()).toList();
        }
        finally {
            server.stop(0);
        }
    }

    @Test
    @DisplayName("同样的设置，在两个版本上各问到哪里、用哪个模型、问几次")
    void settings() throws Exception {
        List<String> old = classPath("boot35");
        Path classes = Files.createDirectories(Recording.module().resolve("target/boot35-ask"));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "21", "-proc:none", "-d",
                classes.toString(), "-classpath", String.join(File.pathSeparator, old),
                Recording.module().resolve("src/test/java/com/example/pitfalls/AskOnce.java").toString())).isZero();
        String key = "--spring.ai.openai.base-url=BASE --spring.ai.openai.api-key=k ";
        List<String> groups = List.of(key, key.replace("BASE", "BASE/v1"), key + "--spring.ai.openai.chat.options.model=m",
                key + "--spring.ai.openai.chat.model=m", "--spring.ai.openai.base-url=BASE",
                key.replace("BASE", "BASE/busy") + "--spring.ai.retry.max-attempts=1");
        List<List<Asked>> one = ask(classes + File.pathSeparator + String.join(File.pathSeparator, old), groups);
        List<List<Asked>> two = ask(System.getProperty("java.class.path"), groups);
        assertThat(two.get(4)).extracting(Asked::key).containsExactly("Bearer environment");
        Table table = new Table("设置", "Spring AI 1.1", "Spring AI 2.0");
        Map<String, Function<List<List<Asked>>, String>> rows = new LinkedHashMap<>();
        rows.put("`base-url` 不写 `/v1`", all -> "`" + all.get(0).getFirst().path() + "`");
        rows.put("`base-url` 写到 `/v1`", all -> "`" + all.get(1).getFirst().path() + "`");
        rows.put("`chat.options.model` 写成 `m`", all -> "`" + all.get(2).getFirst().model() + "`");
        rows.put("`chat.model` 写成 `m`", all -> "`" + all.get(3).getFirst().model() + "`");
        rows.put("哪个模型也不写", all -> "`" + all.get(0).getFirst().model() + "`");
        rows.put("不写 `temperature`", all -> all.get(0).getFirst().temperature());
        rows.put("只有环境变量 `OPENAI_API_KEY`", all -> all.get(4).isEmpty() ? "启动失败" : "用它");
        rows.put("`spring.ai.retry.max-attempts` 写成 1，服务返回 500", all -> "问 " + all.get(5).size() + " 次");
        rows.forEach((name, cell) -> table.row(name, cell.apply(one), cell.apply(two)));
        Recording.check("settings.tsv", table.toString());
        assertThat(OpenAiChatProperties.class.getMethod("getOptions").getAnnotation(Deprecated.class).forRemoval()).isTrue();
    }

    @Test
    @DisplayName("toolCallbacks 标成了将要删除，tools 没有")
    void toolCallbacksWillGo() {
        for (Method method : ChatClient.ChatClientRequestSpec.class.getMethods()) {
            Deprecated deprecated = method.getAnnotation(Deprecated.class);
            if (method.getName().equals("toolCallbacks")) {
                assertThat(deprecated).as(method.toString()).isNotNull();
                assertThat(deprecated.forRemoval()).as(method.toString()).isTrue();
            }
            if (method.getName().equals("tools")) {
                assertThat(deprecated).as(method.toString()).isNull();
            }
        }
    }
}
