package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.fasterxml.jackson.annotation.JsonFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@DisplayName("请求报错：日志里的原文")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
class RequestErrorsTest {

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @Import({ BookController.class, PageController.class })
    static class Application {
    }

    record Book(int id, String title) {
    }

    @RestController
    static class BookController {

        @GetMapping("/books/{id}")
        Book find(@PathVariable int id) {
            return new Book(id, "活着");
        }

        @GetMapping("/search")
        String search(@RequestParam String keyword) {
            return keyword;
        }

        @GetMapping("/chosen")
        String chosen(List<Integer> ids) {
            return ids.toString();
        }

        @GetMapping("/chosen-by-parameter")
        String chosenByParameter(@RequestParam List<Integer> ids) {
            return ids.toString();
        }

        @PostMapping("/books")
        Book create(@RequestBody Book book) {
            return book;
        }

        @PostMapping("/sales")
        String create(@RequestBody Sale sale) {
            return sale.starts().toString();
        }

        @PostMapping("/sales-by-format")
        String create(@RequestBody SaleByFormat sale) {
            return sale.starts().toString();
        }

        @PostMapping("/reviews")
        String create(@RequestBody Review review) {
            return review.text();
        }

        @PostMapping("/review-records")
        String create(@RequestBody ReviewRecord review) {
            return review.text();
        }

        @PostMapping("/reviews-without-stars")
        String create(@RequestBody ReviewWithoutStars review) {
            return review.text();
        }

        @PostMapping("/covers")
        String upload(@RequestParam MultipartFile file) {
            return file.getOriginalFilename();
        }
    }

    record Sale(LocalDateTime starts) {
    }

    record SaleByFormat(@JsonFormat(pattern = "yyyy-MM-dd HH:mm:ss") LocalDateTime starts) {
    }

    /** Two constructors, neither without parameters: Jackson does not choose. */
    static class Review {

        private final String text;

        private final int stars;

        Review(String text, int stars) {
            this.text = text;
            this.stars = stars;
        }

        Review(String text) {
            this(text, 5);
        }

        String text() {
            return text + stars;
        }
    }

    record ReviewRecord(String text, int stars) {
    }

    record ReviewWithoutStars(String text, Integer stars) {
    }

    @Controller
    static class PageController {

        @GetMapping("/hello")
        String hello() {
            return "hello";
        }
    }

    @LocalServerPort
    int port;

    @Test
    @DisplayName("路径敲错：404，日志里什么也没有")
    void notFound(CapturedOutput output) {
        check("not-found", "GET /bokks", "", output);
    }

    @Test
    @DisplayName("方法不对：405")
    void methodNotAllowed(CapturedOutput output) {
        check("method-not-allowed", "DELETE /books/1", "", output);
    }

    @Test
    @DisplayName("缺必填参数：400")
    void missingParameter(CapturedOutput output) {
        check("missing-parameter", "GET /search", "", output);
    }

    @Test
    @DisplayName("List 的参数前面没有 @RequestParam：500；加上就好")
    void noConstructor(CapturedOutput output) throws Exception {
        checkLog("no-constructor-for-list", "GET", "/chosen?ids=1,2", 500, output);
        assertThat(status(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/chosen-by-parameter?ids=1,2"))
                .build())).isEqualTo(200);
    }

    @Test
    @DisplayName("参数不是数字：400")
    void typeMismatch(CapturedOutput output) throws Exception {
        checkLog("type-mismatch", "GET", "/books/one", 400, output);
    }

    @Test
    @DisplayName("没有请求体：400")
    void missingBody(CapturedOutput output) throws Exception {
        checkLog("missing-body", "POST", "/books", 400, output);
    }

    @Test
    @DisplayName("JSON 写坏了：400")
    void malformedJson(CapturedOutput output) {
        check("malformed-json", "POST /books", "Content-Type: application/json\n\n{\"id\": 1, \"title\": }\n", output);
    }

    @Test
    @DisplayName("时间不是 ISO 的写法：400；写明格式就认")
    void dateTimeFormat(CapturedOutput output) throws Exception {
        String sale = "{\"starts\": \"2026-11-11 20:00:00\"}";
        assertThat(post("/sales", sale)).isEqualTo(400);
        checkLog("date-time-format", output);
        assertThat(post("/sales", "{\"starts\": \"2026-11-11T20:00:00\"}")).isEqualTo(200);
        assertThat(post("/sales-by-format", sale)).isEqualTo(200);
    }

    @Test
    @DisplayName("Jackson 不知道用哪个构造器：400；换成记录类就好")
    void noCreators(CapturedOutput output) throws Exception {
        String review = "{\"text\": \"好看\", \"stars\": 4}";
        assertThat(post("/reviews", review)).isEqualTo(400);
        checkLog("no-creators", output);
        assertThat(post("/review-records", review)).isEqualTo(200);
    }

    @Test
    @DisplayName("JSON 里没有 int 的那一项：400；换成 Integer 就是 null")
    void nullIntoInt(CapturedOutput output) throws Exception {
        assertThat(post("/review-records", "{\"text\": \"好看\"}")).isEqualTo(400);
        checkLog("null-into-int", output);
        assertThat(post("/reviews-without-stars", "{\"text\": \"好看\"}")).isEqualTo(200);
    }

    @Test
    @DisplayName("上传的字段名与参数名不同：400")
    void missingPart(CapturedOutput output) throws Exception {
        assertThat(upload("image")).isEqualTo(400);
        checkLog("missing-part", output);
        assertThat(upload("file")).isEqualTo(200);
    }

    @Test
    @DisplayName("忘了 Content-Type：415")
    void unsupportedMediaType(CapturedOutput output) {
        check("unsupported-media-type", "POST /books", "Content-Type: text/plain\n\n{\"id\": 1}\n", output);
    }

    @Test
    @DisplayName("@Controller 当 @RestController 用：500，Circular view path")
    void circularViewPath(CapturedOutput output) throws Exception {
        checkLog("circular-view-path", "GET", "/hello", 500, output);
    }

    /** Records the exchange, and what the application logged, each as a file. */
    private void check(String name, String requestLine, String rest, CapturedOutput output) {
        String[] parts = requestLine.split(" ");
        HttpRequestFile.of("# @name %s\n%s http://localhost:%d%s\n%s".formatted(name, parts[0], port, parts[1], rest))
                .runAndCheck();
        checkLog(name, output);
    }

    /** Records only what the application logged: the response says no more than its status. */
    private void checkLog(String name, String method, String path, int status, CapturedOutput output) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json").method(method, BodyPublishers.noBody()).build();
        assertThat(status(request)).isEqualTo(status);
        checkLog(name, output);
    }

    private int post(String path, String json) throws Exception {
        return status(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)).build());
    }

    private int upload(String field) throws Exception {
        return status(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/covers"))
                .header("Content-Type", "multipart/form-data; boundary=part")
                .POST(BodyPublishers.ofString("""
                        --part
                        Content-Disposition: form-data; name="%s"; filename="cover.png"

                        cover
                        --part--
                        """.formatted(field).replace("\n", "\r\n"))).build());
    }

    private static int status(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    private static void checkLog(String name, CapturedOutput output) {
        String logged = output.getOut().lines()
                .filter(line -> line.contains(" WARN ") || line.contains("ERROR"))
                .map(line -> line.replaceAll("RequestErrorsTest[.$]", ""))
                .collect(Collectors.joining("\n"));
        if (!logged.isEmpty()) {
            Recording.check(name + ".txt", logged);
        }
    }
}
