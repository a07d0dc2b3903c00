package com.example.bookstore;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.error.BookstoreException;
import com.example.bookstore.error.ErrorCode;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.NotNull;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@BookstoreTest
@Import({ServerErrorLogTests.Broken.class, ServerErrorLogTests.Maintenance.class})
@DisplayName("每条通往 5xx 的路，日志里恰好一行 ERROR，响应里没有内部的话")
class ServerErrorLogTests {

    @LocalServerPort
    int port;

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    private final Logger root =
            (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void listen() {
        events.start();
        root.addAppender(events);
    }

    @AfterEach
    void stop() {
        root.detachAppender(events);
    }

    @Test
    @DisplayName("十三条路，各一行")
    void oneLineEach() {
        Table table = new Table("怎样失败", "状态码", "谁写的日志");
        table.row("控制器抛异常", 500, one("/books/1/report", 500));
        table.row("抛 Error", 500, one("/broken/error", 500));
        table.row("getter 抛异常", 500, one("/broken/getter", 500));
        table.row("返回值违反 @NotNull", 500, one("/broken/null", 500));
        table.row("CompletableFuture 失败", 500, one("/broken/future", 500));
        table.row("ResponseStatusException", 502, one("/broken/status-502", 502));
        table.row("@ResponseStatus 的异常", 503, one("/broken/annotated", 503));
        table.row("实现 ErrorResponse 的异常", 503, one("/broken/error-response", 503));
        table.row("5xx 的业务异常", 503, one("/broken/business", 503));
        table.row("DeferredResult 超时", 503, one("/books/1/quote", 503));
        table.row("过滤器抛异常", 500, one("/books/1", 500, "X-Channel: crash"));
        table.row("控制器调用 sendError", 500, one("/broken/send-error", 500));
        table.row("过滤器调用 sendError", 503, one("/books/1", 503, "X-Maintenance: on"));
        Recording.check("server-errors.txt", table.toString());
    }

    /** 发一次，断言日志里恰好一行 ERROR，返回写它的类。 */
    private String one(String path, int status, String... headers) {
        events.list.clear();
        HttpResponse<String> response = Http.get(port, path, headers);
        assertThat(response.statusCode()).as(path).isEqualTo(status);
        assertThat(response.body()).as(path).contains("\"status\":" + status, "\"code\"")
                .doesNotContain("s3cret", "\"errors\"");
        await().atMost(Duration.ofSeconds(30)).until(() -> !errors().isEmpty());
        assertThat(errors()).as(path).hasSize(1);
        String logger = errors().getFirst().getLoggerName();
        return logger.contains("[dispatcherServlet]") ? "Tomcat"
                : logger.substring(logger.lastIndexOf('.') + 1);
    }

    @Test
    @DisplayName("5xx 的业务异常：日志里有调用栈与原因")
    void businessKeepsItsCause() {
        one("/broken/business", 503);
        assertThat(errors().getFirst().getThrowableProxy()).isNotNull()
                .extracting(thrown -> thrown.getCause().getMessage()).isEqualTo("s3cret");
    }

    @Test
    @DisplayName("推送（SSE）推到了时限：对方得到的是 200，日志里一行 WARN，没有“返回 503”")
    void pushedUntilTheLimit() {
        HttpResponse<String> pushed = Http.get(port, "/broken/sse");
        assertThat(pushed.statusCode()).isEqualTo(200);
        assertThat(pushed.body()).contains("data:有货了");
        await().atMost(Duration.ofSeconds(30)).until(() -> List.copyOf(events.list).stream()
                .anyMatch(event -> event.getLevel() == Level.WARN && event
                        .getFormattedMessage().contains("AsyncRequestTimeoutException")));
        assertThat(errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"multipart/form-data; boundary=c", "multipart/form-data"})
    @DisplayName("过滤器拒绝了一个太大、或者写坏了的上传：仍是过滤器说的 503，日志里有一行")
    void uploadDuringMaintenance(String type) {
        HttpResponse<String> response = Http.send(port, "POST /books/1/cover",
                List.of("Content-Type: " + type, "X-Maintenance: on"),
                "--c\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                        + "x".repeat(500) + "\r\n--c--\r\n");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"instance\":\"/books/1/cover\"");
        assertThat(errors()).hasSize(1);
    }

    @Test
    @DisplayName("浏览器得到网页的 5xx 也有一行")
    void browser() {
        HttpResponse<String> page =
                Http.get(port, "/books/1", "X-Maintenance: on", Http.BROWSER);
        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(Http.type(page)).startsWith("text/html");
        assertThat(errors()).hasSize(1);
        HttpResponse<String> nameless =
                Http.get(port, "/books/1", "X-Maintenance: 599", Http.BROWSER);
        assertThat(nameless.statusCode()).isEqualTo(599);
        assertThat(nameless.body()).isEqualTo(page.body());
    }

    @Test
    @DisplayName("不是三位数的状态码：500，日志里是原来的数")
    void notThreeDigits() {
        for (String status : List.of("1000", "99")) {
            events.list.clear();
            one("/books/1", 500, "X-Maintenance: " + status);
            assertThat(errors().getFirst().getFormattedMessage())
                    .startsWith("sendError(" + status + ")");
            HttpResponse<String> page =
                    Http.get(port, "/books/1", "X-Maintenance: " + status, Http.BROWSER);
            assertThat(page.statusCode()).isEqualTo(500);
            assertThat(Http.type(page)).startsWith("text/html");
        }
    }

    @Test
    @DisplayName("容器转来的 4xx 不是我们的错，不写 ERROR；没有名字的状态码照旧")
    void clientErrorsAreNotLogged() {
        assertThat(Http.get(port, "/books//1").statusCode()).isEqualTo(400);
        HttpResponse<String> nameless = Http.get(port, "/books/1", "X-Maintenance: 499");
        assertThat(nameless.statusCode()).isEqualTo(499);
        assertThat(nameless.body()).contains("\"status\":499", "\"code\":\"BAD_REQUEST\"");
        assertThat(errors()).isEmpty();
    }

    @Test
    @DisplayName("有人直接访问 /error：没有出错，不写 ERROR")
    void straightToTheErrorPage() {
        Http.get(port, "/error");
        assertThat(Http.get(port, "/error", Http.BROWSER).body()).isNotEmpty();
        assertThat(errors()).isEmpty();
    }

    @Test
    @DisplayName("5xx 的响应头照旧：Retry-After 还在")
    void headersSurvive() {
        assertThat(Http.get(port, "/broken/error-response").headers()
                .firstValue("Retry-After")).contains("60");
    }

    private List<ILoggingEvent> errors() {
        return List.copyOf(events.list).stream()
                .filter(event -> event.getLevel() == Level.ERROR).toList();
    }

    @ResponseStatus(code = HttpStatus.SERVICE_UNAVAILABLE, reason = "s3cret")
    static class DownException extends RuntimeException {
    }

    static class BusyException extends RuntimeException implements ErrorResponse {

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatus.SERVICE_UNAVAILABLE;
        }

        @Override
        public HttpHeaders getHeaders() {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, "60");
            return headers;
        }

        @Override
        public ProblemDetail getBody() {
            return ProblemDetail.forStatusAndDetail(getStatusCode(), "s3cret");
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Maintenance {

        @Bean
        Filter maintenance() {
            return (request, response, chain) -> {
                String status = ((HttpServletRequest) request).getHeader("X-Maintenance");
                if (status != null) {
                    ((HttpServletResponse) response).sendError(
                            "on".equals(status) ? 503 : Integer.parseInt(status), "s3cret");
                    return;
                }
                chain.doFilter(request, response);
            };
        }
    }

    @RestController
    static class Broken {

        record Book(String title) {

            @Override
            public String title() {
                throw new IllegalStateException("s3cret");
            }
        }

        @GetMapping("/broken/error")
        String error() {
            throw new AssertionError("s3cret");
        }

        @GetMapping("/broken/getter")
        Book getter() {
            return new Book("三体");
        }

        @GetMapping("/broken/null")
        @NotNull
        String nothing() {
            return null;
        }

        @GetMapping("/broken/future")
        CompletableFuture<String> future() {
            return CompletableFuture.failedFuture(new IllegalStateException("s3cret"));
        }

        @GetMapping("/broken/status-502")
        String status() {
            throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "s3cret");
        }

        @GetMapping("/broken/annotated")
        String annotated() {
            throw new DownException();
        }

        @GetMapping("/broken/error-response")
        String errorResponse() {
            throw new BusyException();
        }

        @GetMapping("/broken/business")
        String business() {
            throw new BookstoreException(ErrorCode.UNAVAILABLE, "正在盘点",
                    new IllegalStateException("s3cret"));
        }

        @GetMapping("/broken/sse")
        SseEmitter sse() throws IOException {
            SseEmitter emitter = new SseEmitter(200L);
            emitter.send("有货了");
            return emitter;
        }

        @GetMapping("/broken/send-error")
        void sendError(HttpServletResponse response) throws IOException {
            response.sendError(500, "s3cret");
        }
    }
}
