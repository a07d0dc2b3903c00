package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Collectors;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
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

        @PostMapping("/books")
        Book create(@RequestBody Book book) {
            return book;
        }
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
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(status);
        }
        checkLog(name, output);
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
