package com.example.plain;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.util.unit.DataSize;

import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("/error 的响应体泄漏什么")
class LeakTests {

    private static final String[] EVERYTHING = {
            "spring.web.error.include-message=always",
            "spring.web.error.include-exception=true",
            "spring.web.error.include-binding-errors=always",
            "spring.web.error.include-stacktrace=always"};

    private interface Probe {
        String apply(int port) throws Exception;
    }

    private static String run(Probe probe, String... properties) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0",
                "--spring.config.location=optional:classpath:/none/",
                "--spring.main.banner-mode=off",
                // 示例自己的 404.html 不算
                "--spring.web.resources.static-locations=classpath:/none/",
                "--management.otlp.metrics.export.enabled=false",
                "--management.tracing.export.enabled=false"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        try (var context = new SpringApplicationBuilder(PlainApplication.class)
                .run(arguments.toArray(String[]::new))) {
            return probe.apply(((WebServerApplicationContext) context)
                    .getWebServer().getPort());
        }
    }

    private static Map<String, Object> members(int port, String path) {
        return new TreeMap<>(JsonMapper.shared().readValue(
                Http.get(port, path).body(), Map.class));
    }

    @Test
    @DisplayName("属性与响应体里多出来的成员")
    void matrix() throws Exception {
        Table table = new Table("设置", "GET /report 的响应体有哪些成员");
        table.row("（默认）", names("/report"));
        for (String property : EVERYTHING) {
            table.row(property, names("/report", property));
        }
        table.row("spring.web.error.include-path=never",
                names("/report", "spring.web.error.include-path=never"));
        table.row("include-message=on-param，?message=true",
                names("/report?message=true",
                        "spring.web.error.include-message=on-param"));
        Recording.check("leaks.txt", table.toString());
    }

    @Test
    @DisplayName("include-binding-errors 连提交的值一起送回")
    void bindingErrors() throws Exception {
        String body = run(port -> Http.send(port, "POST /books",
                List.of("Content-Type: application/json"), "{\"title\": \"\"}").body(),
                "spring.web.error.include-binding-errors=always");
        assertThat(body).contains("\"errors\"", "NotBlank.draft.title")
                .contains("\"rejectedValue\":\"\"");
    }

    private static String names(String path, String... properties) throws Exception {
        return run(port -> String.join(", ", members(port, path).keySet()), properties);
    }

    @Test
    @DisplayName("Boot 3 的 server.error.* 在 Boot 4 里没有作用，也不报错")
    void oldNames() throws Exception {
        String names = names("/report", "server.error.include-message=always",
                "server.error.include-stacktrace=always");
        assertThat(names).isEqualTo("error, path, status, timestamp");
        assertThat(run(port -> Http.get(port, "/nope", Http.BROWSER).body(),
                "server.error.whitelabel.enabled=false")).contains("Whitelabel Error Page");
    }

    @Test
    @DisplayName("include-stacktrace 只要不是 never，连 Tomcat 自己的错误页也带上版本")
    void serverInfo() throws Exception {
        String request = "GET /[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assertThat(run(port -> Http.raw(port, request)))
                .doesNotContain("Apache Tomcat/");
        for (String value : new String[] {"always", "on-param"}) {
            assertThat(run(port -> Http.raw(port, request),
                    "spring.web.error.include-stacktrace=" + value))
                    .as(value).contains("Apache Tomcat/");
        }
    }

    @Test
    @DisplayName("Whitelabel：默认有，关掉之后是 Tomcat 的页面")
    void whitelabel() throws Exception {
        String on = run(port -> Http.get(port, "/nope", Http.BROWSER).body());
        assertThat(on).contains("Whitelabel Error Page",
                "This application has no explicit mapping for /error");
        String off = run(port -> Http.get(port, "/nope", Http.BROWSER).body(),
                "spring.web.error.whitelabel.enabled=false");
        assertThat(off).doesNotContain("Whitelabel").contains("HTTP Status 404");
    }

    @Test
    @DisplayName("log-resolved-exception：默认不记；打开之后 4xx 也记一行 WARN，没有调用栈")
    void logResolved(CapturedOutput log) throws Exception {
        Probe probe = port -> Http.get(port, "/books/404").body();
        run(probe, "spring.mvc.problemdetails.enabled=true");
        assertThat(log.getAll()).doesNotContain("Resolved [");
        run(probe, "spring.mvc.problemdetails.enabled=true",
                "spring.mvc.log-resolved-exception=true");
        assertThat(log.getAll()).doesNotContain("\tat ");
        assertThat(log.getAll().lines().filter(line -> line.contains("Resolved [")))
                .singleElement().asString().contains(" WARN ", "ResponseStatusException");
    }

    @Test
    @DisplayName("表单请求体的上限默认是 2MB，管的是 POST；PUT 的由 Spring 的 FormContentFilter 读，没有上限")
    void formLimit() throws Exception {
        assertThat(new TomcatServerProperties().getMaxHttpFormPostSize())
                .isEqualTo(DataSize.ofMegabytes(2));
        String form = "text=" + "x".repeat(3 * 1024 * 1024);
        List<String> headers = List.of("Content-Type: application/x-www-form-urlencoded");
        run(port -> {
            assertThat(Http.send(port, "POST /notes", headers, form).statusCode())
                    .isEqualTo(413);
            assertThat(Http.send(port, "PUT /notes", headers, form).body())
                    .isEqualTo("收到 3145728 个字");
            return "";
        }, "server.tomcat.max-swallow-size=-1");
    }

    @Test
    @DisplayName("resolve-lazily：用到文件时才解析，转到 /error 不再失败，413 有响应体")
    void resolveLazily(CapturedOutput log) throws Exception {
        String body = run(port -> Http.send(port, "POST /notes",
                List.of("Content-Type: multipart/form-data; boundary=b"),
                "--b\r\nContent-Disposition: form-data; name=\"text\"; filename=\"a\"\r\n\r\n"
                        + "x".repeat(3 * 1024 * 1024) + "\r\n--b--\r\n").body(),
                "server.tomcat.max-swallow-size=-1",
                "spring.servlet.multipart.resolve-lazily=true");
        assertThat(body).contains("\"status\":413", "\"path\":\"/notes\"");
        assertThat(log.getAll().lines().filter(line -> line.contains(
                "Resolved [org.springframework.web.multipart.MaxUpload"))).hasSize(1);
    }

    @Test
    @DisplayName("三种“太大”：三兆字节的 JSON 没有人拦")
    void threeMegabytes(CapturedOutput log) throws Exception {
        String text = "x".repeat(3 * 1024 * 1024);
        Recording.check("three-megabytes.txt", run(port -> {
            Table table = new Table("请求体", "状态", "响应体");
            for (String type : new String[] {"multipart/form-data; boundary=b",
                    "application/x-www-form-urlencoded", "application/json"}) {
                String body = type.startsWith("multi")
                        ? "--b\r\nContent-Disposition: form-data; name=\"text\";"
                                + " filename=\"a\"\r\n\r\n" + text + "\r\n--b--\r\n"
                        : type.endsWith("json") ? "{\"text\": \"" + text + "\"}"
                        : "text=" + text;
                var response = Http.send(port, "POST /notes",
                        List.of("Content-Type: " + type), body);
                table.row(type.replaceFirst(";.*", ""), response.statusCode(),
                        response.body().isEmpty() ? "空"
                                : response.body().replaceFirst("^\\{.*", "JSON"));
            }
            assertThat(table.toString()).contains("413   空", "200   收到 3145728 个字");
            return table.toString();
        }, "server.tomcat.max-swallow-size=-1"));
        // sendError 之后在 /error 上又解析一遍，又失败一次
        assertThat(log.getAll().lines().filter(line -> line.contains(
                "Resolved [org.springframework.web.multipart.MaxUpload"))).hasSize(2);
    }
}
