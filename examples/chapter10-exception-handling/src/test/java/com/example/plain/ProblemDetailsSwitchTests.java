package com.example.plain;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Http;

import java.net.http.HttpResponse;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("spring.mvc.problemdetails.enabled 改变了什么")
class ProblemDetailsSwitchTests {

    @Test
    @DisplayName("打开之后：Accept 要的给不出，退到 problem+json；Accept 本身读不懂，响应体是空的")
    void acceptHeader() {
        try (var context = new SpringApplicationBuilder(PlainApplication.class).run(
                "--server.port=0", "--spring.config.location=optional:classpath:/none/",
                "--management.otlp.metrics.export.enabled=false",
                "--management.tracing.export.enabled=false",
                "--spring.mvc.problemdetails.enabled=true")) {
            int port = ((WebServerApplicationContext) context).getWebServer().getPort();
            HttpResponse<String> xml = Http.get(port, "/books/1", "Accept: application/xml");
            assertThat(xml.statusCode()).isEqualTo(406);
            assertThat(Http.type(xml)).isEqualTo("application/problem+json");
            assertThat(xml.body()).contains("\"status\":406");
            HttpResponse<String> garbage = Http.get(port, "/books/1", "Accept: garbage");
            assertThat(garbage.statusCode()).isEqualTo(406);
            assertThat(garbage.body()).isEmpty();
        }
    }

    @SpringBootTest(classes = {PlainApplication.class, Witness.class},
            webEnvironment = WebEnvironment.RANDOM_PORT,
            // 示例自己的消息文件不算
            properties = {"spring.config.location=optional:classpath:/none/",
                "spring.messages.basename=none"})
    abstract static class Switch {

        @LocalServerPort
        int port;

        @Autowired
        Witness witness;

        String whoAnswers() {
            Table table = new Table("情形", "状态", "响应体", "谁认领", "转到 /error");
            for (Case it : Case.ALL) {
                witness.seen.clear();
                HttpResponse<String> response =
                        Http.send(port, it.request(), it.headers(), it.body());
                table.row(it.name(), response.statusCode(), body(response),
                        witness.seen.stream().filter(name -> !name.equals("/error"))
                                .map(name -> name.replace("ExceptionResolver", ""))
                                .collect(Collectors.joining(" + ")).replaceFirst("^$", "无人"),
                        witness.seen.contains("/error") ? "是" : "否");
            }
            return table.toString();
        }

        private String body(HttpResponse<String> response) {
            return response.body().isEmpty() ? "空"
                    : Http.type(response).replace("application/", "");
        }

        void record(String suffix) {
            Recording.check("who-answers-" + suffix + ".txt", whoAnswers());
            HttpRequestFile.of("""
                    # @name missing-book-%1$s
                    GET http://localhost:%2$d/books/404
                    ### 字段
                    # @name blank-title-%1$s
                    POST http://localhost:%2$d/books
                    Content-Type: application/json

                    {"title": ""}
                    """.formatted(suffix, port)).runAndCheck();
        }

        String send(String name) {
            Case it = Case.named(name);
            return Http.send(port, it.request(), it.headers(), it.body()).body();
        }
    }

    @Nested
    @DisplayName("关（默认）")
    class Off extends Switch {

        @Test
        @DisplayName("谁认领、是否转到 /error、响应体的格式")
        void table() {
            assertThat(whoAnswers()).contains("无人").doesNotContain("problem+json");
            record("off");
        }

        @Test
        @DisplayName("ResponseStatusException 的理由不出现在响应里")
        void reasonIsHidden() {
            assertThat(send("ResponseStatusException")).doesNotContain("books 表");
        }

        @Test
        @DisplayName("浏览器打开不存在的地址，得到 404.html")
        void page() {
            assertThat(Http.get(port, "/nope", Http.BROWSER).body()).contains("没有这一页");
        }
    }

    @Nested
    @TestPropertySource(properties = "spring.mvc.problemdetails.enabled=true")
    @DisplayName("开")
    class On extends Switch {

        @Test
        @DisplayName("谁认领、是否转到 /error、响应体的格式")
        void table() {
            assertThat(whoAnswers()).contains("problem+json");
            record("on");
        }

        @Test
        @DisplayName("ResponseStatusException 的理由成了 detail")
        void reasonIsShown() {
            assertThat(send("ResponseStatusException")).contains("\"detail\":\"books 表里没有 id=404\"");
        }

        @Test
        @DisplayName("浏览器打开不存在的地址，拿到的是 problem+json，404.html 用不上了")
        void pageIsUnreachable() {
            HttpResponse<String> response = Http.get(port, "/nope", Http.BROWSER);
            assertThat(Http.type(response)).isEqualTo("application/problem+json");
            assertThat(response.body()).doesNotContain("没有这一页");
        }

        @Test
        @DisplayName("框架的说明是英文，并回显提交的值")
        void echoesValue() {
            assertThat(send("编号不是数字"))
                    .contains("Failed to convert 'id' with value: 'abc'");
        }

        @Test
        @DisplayName("三种写法仍是旧格式：@ResponseStatus、其他异常、过滤器")
        void stillOldFormat() {
            for (String name : new String[] {"异常类上 @ResponseStatus", "其他异常", "过滤器抛异常"}) {
                assertThat(send(name)).contains("\"timestamp\"").doesNotContain("\"detail\"");
            }
        }
    }
}
