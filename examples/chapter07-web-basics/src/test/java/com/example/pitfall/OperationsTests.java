package com.example.pitfall;

import com.example.advice.LastTooLarge;
import com.example.advice.TooLarge;
import com.example.book.MavenProject;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.Multipart;
import com.example.bookstore.Wire;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.context.annotation.Import;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("要换设置才看得出来的：超限的响应体、HTTP/2、虚拟线程、停机")
class OperationsTests {

    private static final String NO_FILE = "spring.config.location=optional:classpath:/none/";
    private static final String LIMIT = "spring.servlet.multipart.max-file-size=100KB";

    @Test
    @DisplayName("超限的 413 默认没有响应体，三种办法让它有")
    void bodyOf413() throws Exception {
        Table table = new Table("设置", "状态", "Content-Type", "响应体");
        tooLarge(table, "默认", PitfallApplication.class, LIMIT);
        tooLarge(table, "resolve-lazily=true", PitfallApplication.class, LIMIT,
                "spring.servlet.multipart.resolve-lazily=true");
        tooLarge(table, "problemdetails.enabled=true", PitfallApplication.class, LIMIT,
                "spring.mvc.problemdetails.enabled=true");
        tooLarge(table, "advice 里的 @ExceptionHandler", WithAdvice.class, LIMIT);
        tooLarge(table, "/local-upload", "控制器里的 @ExceptionHandler", PitfallApplication.class,
                LIMIT);
        tooLarge(table, "/local-upload", "同上，resolve-lazily=true", PitfallApplication.class,
                LIMIT, "spring.servlet.multipart.resolve-lazily=true");
        Recording.check("upload-413-body.txt", table.toString());
    }

    @Test
    @DisplayName("advice 看根本原因：四种 413 里，文件太大、文件太多、别的，各说各的")
    void adviceSaysWhichLimit(CapturedOutput log) throws Exception {
        try (RunningApp app = RunningApp.start(WithAdvice.class, LIMIT, NO_FILE,
                "spring.servlet.multipart.max-request-size=300KB")) {
            assertThat(detail(app, Multipart.request("/upload", 150_000)))
                    .isEqualTo("每个文件不超过 100 KB");
            assertThat(detail(app, Multipart.request("/upload", new int[51])))
                    .isEqualTo("一次最多 50 个文件");
            for (String request : List.of(Multipart.request("/upload", 92160, 92160, 92160, 92160),
                    Multipart.request("/upload",
                            Multipart.part("file", "书".repeat(170) + ".png", 10)))) {
                assertThat(detail(app, request)).isEqualTo("上传的总大小超了，或者文件名太长");
            }
        }
        assertThat(log.getAll()).as("根本原因都在日志里").contains("102400 bytes",
                "FileCountLimitExceededException", "(307200)", "more than 512 bytes")
                .as("Spring 自己一行也不记").doesNotContain("Maximum upload size exceeded");
    }

    @Test
    @DisplayName("打开 problemdetails：Spring 自带的 advice 顺序是 0，也认领这个异常，自己的要排在它前面")
    void adviceComesBeforeProblemDetails(CapturedOutput log) throws Exception {
        String problemDetails = "spring.mvc.problemdetails.enabled=true";
        String request = Multipart.request("/upload", 150_000);
        try (RunningApp app = RunningApp.start(WithLastAdvice.class, LIMIT, NO_FILE, problemDetails)) {
            assertThat(detail(app, request)).isEqualTo("Maximum upload size exceeded");
        }
        assertThat(log.getAll()).as("没有叫到，也没有记").doesNotContain("102400 bytes");
        try (RunningApp app = RunningApp.start(WithAdvice.class, LIMIT, NO_FILE, problemDetails)) {
            assertThat(detail(app, request)).isEqualTo("每个文件不超过 100 KB");
        }
        assertThat(log.getAll()).contains("102400 bytes");
    }

    private static String detail(RunningApp app, String request) throws IOException {
        try (Wire wire = new Wire(app.port())) {
            Wire.Response response = wire.send(request).receive();
            assertThat(response.status()).isEqualTo(413);
            return response.text().replaceAll(".*\"detail\":\"(.*?)\".*", "$1");
        }
    }

    @Test
    @DisplayName("什么都不设：每个文件 1 MB，整个请求 10 MB，文字部分 2 MB")
    void defaultLimits() throws Exception {
        try (RunningApp app = RunningApp.start(PitfallApplication.class, NO_FILE,
                "server.tomcat.max-swallow-size=-1")) {
            int mb = 1024 * 1024;
            assertThat(upload(app, mb)).isEqualTo(200);
            assertThat(upload(app, mb + 1)).isEqualTo(413);
            int[] files = new int[10];
            Arrays.fill(files, mb);
            assertThat(upload(app, files)).as("十个文件加上每部分的头").isEqualTo(413);
            files[9] -= 4096;
            assertThat(upload(app, files)).isEqualTo(200);
            assertThat(status(app, withTexts(2))).isEqualTo(200);
            assertThat(status(app, withTexts(3))).as("文字部分超过 2 MB").isEqualTo(413);
        }
        try (RunningApp app = RunningApp.start(PitfallApplication.class, NO_FILE,
                "server.tomcat.max-http-form-post-size=3MB")) {
            assertThat(status(app, withTexts(3))).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("Tomcat 的默认上限")
    void tomcatDefaults() {
        TomcatServerProperties tomcat = new TomcatServerProperties();
        assertThat(tomcat.getMaxConnections()).isEqualTo(8192);
        assertThat(tomcat.getMaxSwallowSize()).isEqualTo(DataSize.ofMegabytes(2));
        assertThat(tomcat.getMaxPartHeaderSize()).isEqualTo(DataSize.ofBytes(512));
        assertThat(tomcat.getMaxPartCount()).isEqualTo(50);
    }

    /** 一个小文件，加上几个各 900 KB 的文字部分。 */
    private static String withTexts(int count) {
        return Multipart.request("/upload", Multipart.part("file", "a.png", 1)
                + ("--B\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n"
                + "x".repeat(900_000) + "\r\n").repeat(count));
    }

    private static int upload(RunningApp app, int... sizes) throws IOException {
        return status(app, Multipart.request("/upload", sizes));
    }

    private static int status(RunningApp app, String request) throws IOException {
        try (Wire wire = new Wire(app.port())) {
            return wire.send(request).receive().status();
        }
    }

    @Import({PitfallApplication.class, TooLarge.class})
    static class WithAdvice {
    }

    @Import({PitfallApplication.class, LastTooLarge.class})
    static class WithLastAdvice {
    }

    private static void tooLarge(Table table, String name, Class<?> source, String... properties)
            throws Exception {
        tooLarge(table, "/upload", name, source, properties);
    }

    private static void tooLarge(Table table, String path, String name, Class<?> source,
            String... properties) throws Exception {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add(NO_FILE);
        try (RunningApp app = RunningApp.start(source, all.toArray(String[]::new));
                Wire wire = new Wire(app.port())) {
            Wire.Response response = wire.send(Multipart.request(path, 150_000)).receive();
            table.row(name, response.status(),
                    response.headers().getOrDefault("content-type", "没有"),
                    response.body().length == 0 ? "没有" : response.text()
                            .replaceAll(".*\"(detail|error)\":\"(.*?)\".*", "$1: $2"));
        }
    }

    @Test
    @DisplayName("会话编号不再写进地址；参数个数的上限可以放宽")
    void sessionAndParameters() throws Exception {
        String form = "title=a&price=1" + "&p=1".repeat(1500);
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.servlet.session.tracking-modes=cookie",
                "server.tomcat.max-parameter-count=2000");
                Wire wire = new Wire(app.port())) {
            Wire.Response added = wire.send("POST /catalog HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                    + form.length() + "\r\n\r\n" + form).receive();
            assertThat(added.status()).isEqualTo(302);
            assertThat(added.headers().get("location")).endsWith("/catalog");
        }
    }

    @Test
    @DisplayName("HTTP/2：默认不开；开了以后明文连接也能用，第一个请求不能是大的 POST")
    void http2() throws Exception {
        Table table = new Table("server.http2.enabled", "GET 用的", "接着 POST 用的");
        for (boolean enabled : new boolean[] {false, true}) {
            try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                    "server.http2.enabled=" + enabled);
                    HttpClient client = HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_2).build()) {
                URI host = URI.create("http://localhost:" + app.port());
                HttpRequest get = HttpRequest.newBuilder(host.resolve("/thread")).build();
                HttpRequest post = HttpRequest.newBuilder(host.resolve("/imports"))
                        .POST(HttpRequest.BodyPublishers.ofString("abc")).build();
                table.row(enabled,
                        client.send(get, HttpResponse.BodyHandlers.ofString()).version(),
                        client.send(post, HttpResponse.BodyHandlers.ofString()).version());
            }
        }
        Recording.check("http2.txt", table.toString());
        assertThat(table.toString()).contains("HTTP_1_1", "HTTP_2");
        assertThat(firstPost(4096)).isEqualTo(200);
        assertThat(firstPost(4097)).isEqualTo(413);
    }

    /** 一个新的客户端，第一个请求就是 POST。 */
    private static int firstPost(int bytes) throws Exception {
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.http2.enabled=true");
                HttpClient client = HttpClient.newHttpClient()) {
            URI imports = URI.create("http://localhost:" + app.port() + "/imports");
            return client.send(HttpRequest.newBuilder(imports)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes])).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    @DisplayName("虚拟线程：线程名变了，threads.max 不管了，max-connections 只管 HTTP/1.1")
    void virtualThreads() throws Exception {
        Table table = new Table("spring.threads.virtual.enabled", "线程名", "虚拟",
                "同时在方法里的");
        together(table, "false", "server.tomcat.threads.max=4");
        together(table, "true", "server.tomcat.threads.max=4");
        together(table, "true，max-connections=4", "server.tomcat.max-connections=4");
        Recording.check("virtual-threads.txt", table.toString());
        assertThat(togetherOverHttp2()).as("一条 HTTP/2 连接，八个请求").isEqualTo(8);
    }

    private static void together(Table table, String setting, String limit) throws Exception {
        try (RunningApp app = RunningApp.start(PitfallApplication.class, NO_FILE, limit,
                "spring.threads.virtual.enabled=" + setting.startsWith("true"))) {
            String[] thread;
            try (Wire wire = new Wire(app.port())) {
                thread = wire.exchange("GET /thread").text().replaceAll("[\\[\\]\"]", "")
                        .split(",");
            }
            table.row(setting, thread[0], thread[1].equals("true") ? "是" : "否",
                    together(app.port()));
        }
    }

    /** 八个请求同时到，最多几个同时在方法里。 */
    private static int together(int port) throws Exception {
        try (var clients = Executors.newFixedThreadPool(8)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(clients.submit(() -> {
                    try (Wire wire = new Wire(port)) {
                        return wire.exchange("GET /meeting").text();
                    }
                }));
            }
            int most = 0;
            for (Future<String> answer : answers) {
                most = Math.max(most, seen(answer.get()));
            }
            return most;
        }
    }

    /** 连接的上限还是 4，八个请求走同一条 HTTP/2 连接。 */
    private static int togetherOverHttp2() throws Exception {
        try (RunningApp app = RunningApp.start(PitfallApplication.class, NO_FILE,
                "spring.threads.virtual.enabled=true", "server.tomcat.max-connections=4",
                "server.http2.enabled=true");
                HttpClient client = HttpClient.newHttpClient()) {
            URI host = URI.create("http://localhost:" + app.port());
            HttpRequest first = HttpRequest.newBuilder(host.resolve("/thread")).build();
            client.send(first, HttpResponse.BodyHandlers.discarding());
            HttpRequest meeting = HttpRequest.newBuilder(host.resolve("/meeting")).build();
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(client.sendAsync(meeting, HttpResponse.BodyHandlers.ofString()));
            }
            return answers.stream().mapToInt(answer -> seen(answer.join().body()))
                    .max().orElseThrow();
        }
    }

    private static int seen(String answer) {
        return Integer.parseInt(answer.replaceAll(".*\"together\":(\\d+).*", "$1"));
    }

    /** 停机时还有一个传到一半的请求，结果如何。 */
    record Shutdown(String halfway, String log) {
    }

    @Test
    @DisplayName("停机：默认等在途的请求，immediate 不等，等的时间有上限")
    void shutdown() throws Exception {
        Table table = new Table("设置", "传到一半的请求");
        Shutdown graceful = shutdown(true);
        table.row("默认", graceful.halfway());
        Shutdown timeout = shutdown(false, "spring.lifecycle.timeout-per-shutdown-phase=1s");
        table.row("timeout-per-shutdown-phase=1s，一直不传完", timeout.halfway());
        Shutdown immediate = shutdown(false, "server.shutdown=immediate");
        table.row("server.shutdown=immediate", immediate.halfway());
        Recording.check("shutdown.txt", table.toString());
        Recording.check("shutdown-log.txt", graceful.log());
        Recording.check("shutdown-timeout-log.txt", timeout.log());
    }

    private static Shutdown shutdown(boolean finish, String... settings) throws Exception {
        int port = RunningProgram.freePort();
        List<String> arguments = new ArrayList<>(List.of("-cp",
                System.getProperty("java.class.path"), BookstoreApplication.class.getName(),
                "--server.port=" + port));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        RunningProgram program = RunningProgram.start(
                MavenProject.javaCommand("zh", arguments.toArray(String[]::new)),
                Recording.module(), Map.of());
        program.await("Started BookstoreApplication");
        try (Wire upload = new Wire(port)) {
            upload.send("POST /imports HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Length: 10\r\n\r\n12345");
            program.await("开始导入");
            // 与 kill、Ctrl+C、Kubernetes 停容器一样：SIGTERM
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(program::close);
            await().atMost(Duration.ofSeconds(60)).until(() -> refuses(port));
            String halfway;
            try {
                if (finish) {
                    assertThat(stopped).as("拒绝新连接时，进程还在等这一个").isNotDone();
                    upload.send("67890");
                }
                Wire.Response response = upload.receive();
                halfway = response == null ? "连接断了，没有响应"
                        : response.status() == 200 ? "200 " + response.text() : "没成功";
            }
            catch (IOException ex) {
                halfway = "连接断了，没有响应";
            }
            stopped.get();
            return new Shutdown(halfway, program.output().lines()
                    .filter(line -> line.contains("raceful") || line.contains("导入")
                            || line.contains("shutdown"))
                    .collect(Collectors.joining("\n")));
        }
    }

    private static boolean refuses(int port) {
        try (Wire wire = new Wire(port)) {
            return false;
        }
        catch (IOException ex) {
            return true;
        }
    }
}
