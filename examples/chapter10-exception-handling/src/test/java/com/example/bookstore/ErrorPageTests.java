package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("同一个错误，浏览器与程序各得其所")
class ErrorPageTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("Accept 决定得到网页还是 problem+json")
    void negotiation() {
        Table table = new Table("请求", "Accept", "状态", "Content-Type", "内容");
        for (String request : new String[] {"/nope", "/books/404", "/books/1 crash"}) {
            for (String accept : new String[] {Http.BROWSER, "Accept: application/json",
                    "Accept: */*"}) {
                String[] parts = request.split(" ");
                HttpResponse<String> response = parts.length == 1
                        ? Http.get(port, parts[0], accept)
                        : Http.get(port, parts[0], accept, "X-Channel: " + parts[1]);
                table.row(parts.length == 1 ? request : parts[0] + "（过滤器出错）",
                        accept.equals(Http.BROWSER) ? "浏览器的" : accept.substring(8),
                        response.statusCode(), Http.type(response), content(response));
            }
        }
        Recording.check("error-pages.txt", table.toString());
    }

    private static String content(HttpResponse<String> response) {
        return response.body().contains("没有这一页") ? "404.html"
                : response.body().contains("出错了</h1>") ? "5xx.html"
                : response.body().contains("\"code\"") ? "带错误码" : "其他";
    }

    @Test
    @DisplayName("没有对应网页的状态：Whitelabel 页写着状态码；Accept 本身读不懂：没有响应体")
    void noPage() {
        assertThat(Http.raw(port, "GET /books//1 HTTP/1.1\r\nHost: localhost\r\n"
                + "Accept: text/html\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400").contains("type=Bad Request, status=400");
        for (String path : new String[] {"/nope", "/books/1/report"}) {
            assertThat(Http.raw(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Accept: garbage\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 4").contains("X-Trace-Id", "Content-Length: 0")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    @DisplayName("直接访问 /error：没有错误可说，也不抛异常")
    void directly() {
        HttpResponse<String> response = Http.get(port, "/error");
        assertThat(response.body()).contains("\"instance\":\"/error\"")
                .contains("\"code\":\"INTERNAL_ERROR\"").doesNotContain("detail");
    }

    @Test
    @DisplayName("用 spring.web.error.path 换了地址：跟着换")
    void movedElsewhere() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run(
                "--server.port=0", "--spring.web.error.path=/oops",
                "--spring.autoconfigure.exclude=org.springframework.boot.micrometer."
                        + "observation.autoconfigure.ObservationAutoConfiguration",
                "--management.otlp.metrics.export.enabled=false")) {
            int moved = ((WebServerApplicationContext) context).getWebServer().getPort();
            HttpResponse<String> response =
                    Http.get(moved, "/books/1", "X-Channel: crash");
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).contains("\"code\":\"INTERNAL_ERROR\"",
                    "\"instance\":\"/books/1\"");
        }
    }

    @Test
    @DisplayName("浏览器打开不存在的地址，得到 404.html")
    void page() {
        HttpResponse<String> response = Http.get(port, "/nope", Http.BROWSER);
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("没有这一页");
    }
}
