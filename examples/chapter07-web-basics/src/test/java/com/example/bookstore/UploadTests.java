package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.pitfall.RunningApp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@BookstoreTest
@Import(UploadTests.Causes.class)
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("上传与下载")
class UploadTests {

    private static final int MB = 1024 * 1024;

    @LocalServerPort
    int port;

    @Autowired
    Causes causes;

    /** 排在最前的异常解析器：自己不处理，只记下根本原因。 */
    @TestConfiguration
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Causes implements HandlerExceptionResolver {

        final BlockingQueue<Throwable> seen = new LinkedBlockingQueue<>();

        @Override
        public @Nullable ModelAndView resolveException(HttpServletRequest request,
                HttpServletResponse response, @Nullable Object handler, Exception ex) {
            Throwable root = ex;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            seen.add(root);
            return null;
        }
    }

    @Test
    @DisplayName("四种 413，只有两种真是大小超了")
    void limits() throws Exception {
        Table table = new Table("上传", "状态", "响应体字节", "根本原因");
        row(table, "1 个文件，100 KB", Multipart.request("/covers", 100 * 1024));
        row(table, "1 个文件，100 KB 多 1 字节", Multipart.request("/covers", 100 * 1024 + 1));
        row(table, "4 个文件，各 90 KB", Multipart.request("/covers", 92160, 92160, 92160, 92160));
        row(table, "50 个空文件", Multipart.request("/covers", new int[50]));
        row(table, "51 个空文件", Multipart.request("/covers", new int[51]));
        row(table, "10 字节，文件名 120 个汉字", Multipart.request("/covers",
                Multipart.part("file", "书".repeat(120) + ".png", 10)));
        row(table, "10 字节，文件名 170 个汉字", Multipart.request("/covers",
                Multipart.part("file", "书".repeat(170) + ".png", 10)));
        row(table, "字段名写成 files", Multipart.request("/covers",
                Multipart.part("files", "a.png", 10)));
        row(table, "发的是 JSON", "POST /covers HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
        row(table, "类型里没有 boundary", "POST /covers HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n{}");
        Recording.check("upload-limits.txt", table.toString());
        assertThat(table.toString()).contains("413", "500");
    }

    private void row(Table table, String what, String request) throws IOException {
        causes.seen.clear();
        try (Wire wire = new Wire(port)) {
            Wire.Response response = wire.send(request).receive();
            if (response.status() >= 400) {
                assertThat(response.headers()).containsEntry("connection", "close");
            }
            if (response.status() == 413) {
                assertThat(causes.seen).as("错误页又解析了一次上传").hasSize(2);
            }
            Throwable root = causes.seen.poll();
            table.row(what, response.status(), response.status() == 200 ? "…"
                    : response.body().length == 0 ? "0" : "有",
                    root == null ? "" : root.getClass().getSimpleName());
        }
    }

    @Test
    @DisplayName("每种失败的根本原因，原文；四种 413 的日志里都没有它")
    void messages(CapturedOutput log) throws Exception {
        StringBuilder text = new StringBuilder();
        for (String request : List.of(Multipart.request("/covers", 150_000),
                Multipart.request("/covers", 92160, 92160, 92160, 92160),
                Multipart.request("/covers", new int[51]),
                Multipart.request("/covers", Multipart.part("file", "书".repeat(170), 10)),
                "POST /covers HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")) {
            causes.seen.clear();
            try (Wire wire = new Wire(port)) {
                wire.send(request).receive();
            }
            text.append(causes.seen.poll()).append('\n');
        }
        Recording.check("upload-messages.txt", text.toString());
        await().atMost(Duration.ofSeconds(60)).until(() -> warnings(log).size() == 8);
        assertThat(warnings(log)).as("每次两条，一条是错误页的").allMatch(line -> line.endsWith(
                "MaxUploadSizeExceededException: Maximum upload size exceeded]"));
        assertThat(log.getAll()).doesNotContain("attachment", "512 bytes", "(369051)");
    }

    @Test
    @DisplayName("浏览器的 FormData 给字符串不写类型：JSON 部分是 415")
    void jsonPart() throws Exception {
        String field = "--B\r\nContent-Disposition: form-data; name=\"book\"\r\n%s\r\n"
                + "{\"title\": \"Java\", \"price\": 1}\r\n";
        String cover = Multipart.part("cover", "a.png", 1);
        try (Wire wire = new Wire(port)) {
            assertThat(wire.send(Multipart.request("/bind/part", field.formatted("") + cover))
                    .receive().status()).isEqualTo(415);
        }
        try (Wire wire = new Wire(port)) {
            assertThat(wire.send(Multipart.request("/bind/part", field.formatted(
                    "Content-Type: application/json\r\n") + cover)).receive().text())
                    .isEqualTo("BookRequest[title=Java, price=1] a.png");
        }
    }

    private static List<String> warnings(CapturedOutput log) {
        return log.getAll().lines().filter(line -> line.contains("MaxUploadSize")).toList();
    }

    @Test
    @DisplayName("部分数与部分头的上限可以放宽")
    void partLimits() throws Exception {
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.tomcat.max-part-count=60", "server.tomcat.max-part-header-size=2KB")) {
            for (String request : List.of(Multipart.request("/covers", new int[51]),
                    Multipart.request("/covers",
                            Multipart.part("file", "书".repeat(170) + ".png", 10)))) {
                try (Wire wire = new Wire(app.port())) {
                    assertThat(wire.send(request).receive().status()).isEqualTo(200);
                }
            }
        }
    }

    @Test
    @DisplayName("超限之后的连接：剩得少，读完再关；剩得多，写到一半就断")
    void connection() throws Exception {
        Table table = new Table("max-swallow-size", "文件", "客户端发完了吗", "状态",
                "这条连接");
        measure(table, port, "2MB（默认）", MB);
        measure(table, port, "2MB（默认）", 64 * MB);
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.tomcat.max-swallow-size=-1")) {
            measure(table, app.port(), "-1", 64 * MB);
        }
        Recording.check("upload-connection.txt", table.toString());
    }

    private void measure(Table table, int port, String setting, int size) throws IOException {
        byte[] request = Multipart.request("/covers", size).getBytes();
        String file = size / MB + " MB";
        try (Wire wire = new Wire(port)) {
            for (int sent = 0; sent < request.length; sent += 64 * 1024) {
                wire.send(Arrays.copyOfRange(request, sent,
                        Math.min(request.length, sent + 64 * 1024)));
            }
            Wire.Response response = wire.receive();
            table.row(setting, file, "发完了", response.status(),
                    response.headers().getOrDefault("connection", "还能用"));
        }
        catch (IOException ex) {
            table.row(setting, file, "发到一半出错", "不一定收得到", "断了");
        }
    }

    @Test
    @DisplayName("客户端给的文件名不进路径")
    void traversal() throws Exception {
        try (Wire wire = new Wire(port)) {
            Wire.Response response = wire.send(Multipart.request("/covers",
                    Multipart.part("file", "../../etc/passwd", 10))).receive();
            assertThat(response.text()).contains("\"originalName\":\"../../etc/passwd\"");
            String id = response.text().replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");
            Wire.Response stored = wire.exchange("GET /covers/" + id);
            assertThat(stored.status()).as("磁盘上的名字是编号").isEqualTo(200);
            assertThat(stored.body()).hasSize(10);
        }
    }

    @Test
    @DisplayName("下载：中文文件名、整个、一段、超出的一段")
    void download() throws Exception {
        String id;
        try (Wire wire = new Wire(port)) {
            id = wire.send(Multipart.request("/covers", 10)).receive().text()
                    .replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");
        }
        Table table = new Table("Range", "状态", "Content-Range", "响应体字节");
        for (String range : new String[] {null, "bytes=2-5", "bytes=-3", "bytes=200-500"}) {
            try (Wire wire = new Wire(port)) {
                Wire.Response response = range == null
                        ? wire.exchange("GET /covers/" + id)
                        : wire.exchange("GET /covers/" + id, "Range: " + range);
                table.row(range == null ? "没有" : range, response.status(),
                        response.headers().getOrDefault("content-range", ""),
                        response.status() == 416 ? "…" : response.body().length);
                if (response.status() == 416) {
                    assertThat(response.body()).as("416 的响应体是整个文件").hasSize(10);
                }
                assertThat(response.headers().get("content-disposition"))
                        .startsWith("attachment; filename=\"__ " + id + ".png\"; "
                                + "filename*=UTF-8''%E5%B0%81%E9%9D%A2%20" + id + ".png");
            }
        }
        Recording.check("download.txt", table.toString());
        try (Wire wire = new Wire(port)) {
            Wire.Response response = wire.exchange("GET /covers/" + id, "Range: bytes=2-5",
                    "If-Range: \"另一个版本\"");
            assertThat(response.status()).as("If-Range 对不上，也只给一段").isEqualTo(206);
            assertThat(response.body()).hasSize(4);
        }
        for (String range : List.of("items=0-1", "Bytes=0-1")) {
            try (Wire wire = new Wire(port)) {
                Wire.Response response = wire.exchange("GET /covers/" + id, "Range: " + range);
                assertThat(response.status()).as("单位不认识，大小写不同也算").isEqualTo(416);
                assertThat(response.body()).as("416 的响应体是整个文件").hasSize(10);
            }
        }
    }
}
