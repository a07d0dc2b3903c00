package com.example.pitfall;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RequiresProgram;
import com.example.book.Table;
import com.example.bookstore.catalog.Books;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.client.RestTestClient;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.doAnswer;

@SpringBootTest(classes = PitfallApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "spring.config.location=optional:classpath:/none/")
@AutoConfigureRestTestClient
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("踩坑")
class PitfallTests {

    @Autowired
    RestTestClient client;

    @Autowired
    Books books;

    @MockitoBean
    PitfallApplication.Pause pause;

    @LocalServerPort
    int port;

    @Test
    @RequiresProgram("node")
    @DisplayName("Long 在 JavaScript 里丢精度：两张订单变成同一个编号")
    void longPrecision() {
        String output = node("src/test/js/orders.mjs", Map.of());
        assertThat(output).contains("1890000000000000000", "true");
        Recording.check("long-precision.txt", output);
    }

    @Test
    @RequiresProgram("node")
    @DisplayName("LocalDateTime 没有时区：两地的浏览器读出两个时刻")
    void localDateTime() {
        StringBuilder text = new StringBuilder();
        for (String zone : List.of("Asia/Shanghai", "America/New_York")) {
            text.append("# TZ=").append(zone).append('\n')
                    .append(node("src/test/js/dates.mjs", Map.of("TZ", zone)));
        }
        Recording.check("dates-in-js.txt", text.toString());
        assertThat(text).contains("01:00").contains("14:00");
    }

    /** 真正的 JavaScript：Node.js 18 以上。 */
    private String node(String script, Map<String, String> environment) {
        ConsoleRun run = ConsoleRun.run(List.of("node", script, "http://localhost:" + port),
                Recording.module(), null, environment);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }

    @Test
    @DisplayName("Jackson 2 的 @JsonSerialize 编译得过，Jackson 3 不认")
    void jackson2Annotation() {
        client.get().uri("/legacy-order").exchange().expectStatus().isOk()
                .expectBody(String.class).isEqualTo("{\"id\":1890000000000000001}");
    }

    @Test
    @DisplayName("Jackson 2 的 JsonNode 被当成普通的对象：写出 getter，数据不见了")
    void jackson2Node() {
        String body = client.get().uri("/legacy-node").exchange().expectStatus().isOk()
                .expectBody(String.class).returnResult().getResponseBody();
        assertThat(body).startsWith("{\"array\":false,").contains("\"nodeType\":\"OBJECT\"")
                .doesNotContain("书名").doesNotContain("title");

        var old = new PitfallApplication.LegacyController().node();
        JsonMapper mapper = JsonMapper.shared();
        assertThat(mapper.writeValueAsString(mapper.readTree(old.toString())))
                .isEqualTo("{\"title\":\"书名\"}");
    }

    @Test
    @DisplayName("引入 springdoc 之后，没写明媒体类型的接口也收发 YAML")
    void yaml() {
        String body = client.get().uri("/undeclared-orders/1890000000000000001")
                .header("Accept", "application/yaml").exchange()
                .expectStatus().isOk()
                .expectHeader().contentType("application/yaml")
                .expectBody(String.class).returnResult().getResponseBody();
        Recording.check("springdoc-yaml.txt", body);
        client.post().uri("/undeclared-orders").header("Content-Type", "application/yaml")
                .body("bookId: 1\nquantity: 2\n").exchange()
                .expectStatus().isOk()
                .expectBody().jsonPath("$.quantity").isEqualTo(2);
    }

    @Test
    @DisplayName("没写 produces：Accept 要的给不出来是 406，可是方法已经执行了")
    void refusedAfterwards(@Autowired PitfallApplication.UndeclaredController orders) {
        int before = orders.placed.size();
        client.post().uri("/undeclared-orders").contentType(MediaType.APPLICATION_JSON)
                .header("Accept", "application/xml").body("{\"bookId\": 1, \"quantity\": 2}")
                .exchange().expectStatus().isEqualTo(406);
        assertThat(orders.placed).hasSize(before + 1);
    }

    @Test
    @DisplayName("Accept 写着 charset=gbk：没写 produces 的接口是 406，写了的是 500")
    void anotherCharset() {
        for (var expected : Map.of("undeclared", 406, "declared", 500).entrySet()) {
            client.get().uri("/" + expected.getKey() + "-orders/1")
                    .header("Accept", "application/json;charset=gbk")
                    .exchange().expectStatus().isEqualTo(expected.getValue());
        }
    }

    @Test
    @DisplayName("循环引用：对象小时是 500，对象大时是 200 加嵌套几百层的响应体")
    void circular(CapturedOutput log) throws Exception {
        String error = "Document nesting depth (501) exceeds the maximum allowed";
        String small = download("/authors?bio=");
        String large = download("/authors?bio=" + "x".repeat(300));

        assertThat(small).startsWith("500 ");
        assertThat(large).startsWith("200 application/json").contains("能读成 JSON");
        await().until(() -> log.getAll().contains(error));
        String message = log.getAll().lines().filter(line -> line.contains(error))
                .findFirst().orElseThrow();
        Recording.check("circular.txt", "作者没有简介：" + small
                + "\n简介 300 个字：" + large);
        Recording.check("circular-log.txt", message.substring(message.indexOf("Could not")));
    }

    /** 状态码、类型、响应体能否读成 JSON、响应体的末尾。 */
    private String download(String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(HttpRequest.newBuilder(
                    URI.create("http://localhost:" + port + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
            String body = response.body();
            return response.statusCode() + " "
                    + response.headers().firstValue("Content-Type").orElse("")
                    + "，响应体 " + body.length() + " 字，" + (isJson(body) ? "能读成 JSON" : "读不成 JSON")
                    + "\n  …" + body.substring(body.length() - 60) + "\n";
        }
    }

    private static boolean isJson(String text) {
        try {
            JsonMapper.shared().readTree(text);
            return true;
        }
        catch (JacksonException ex) {
            return false;
        }
    }

    @Test
    @DisplayName("“2026-01-01 10:00:00”不是 ISO 8601")
    void dateFormat(CapturedOutput log) {
        client.post().uri("/readings").contentType(MediaType.APPLICATION_JSON)
                .body("{\"at\": \"2026-01-01 10:00:00\"}").exchange()
                .expectStatus().isBadRequest();
        // 带偏移的报错，带 Z 的却收下，Z 丢了
        client.post().uri("/readings").contentType(MediaType.APPLICATION_JSON)
                .body("{\"at\": \"2026-01-01T10:00:00+08:00\"}").exchange()
                .expectStatus().isBadRequest();
        client.post().uri("/readings").contentType(MediaType.APPLICATION_JSON)
                .body("{\"at\": \"2026-01-01T02:00:00Z\"}").exchange()
                .expectStatus().isOk()
                .expectBody().jsonPath("$.at").isEqualTo("2026-01-01T02:00:00");
        String message = log.getAll().lines()
                .filter(line -> line.contains("2026-01-01 10:00:00"))
                .findFirst().orElseThrow();
        Recording.check("date-format-log.txt",
                message.substring(message.indexOf("Resolved ")));
    }

    @Test
    @DisplayName("查询参数里的 LocalDate 收哪些写法")
    void dateParameter() {
        Table table = new Table("?on=", "zh-CN", "en-US", "iso = DATE");
        for (String on : List.of("2026-01-02", "2026/1/2", "26/1/2", "1/2/26", "2026-1-2")) {
            table.row(on, parse("/sales", on, "zh-CN"), parse("/sales", on, "en-US"),
                    parse("/iso-sales", on, "zh-CN"));
        }
        Recording.check("date-parameter.txt", table.toString());
        assertThat(parse("/sales", "26/1/2", "zh-CN")).isEqualTo("0026-01-02");

        // 整个应用的设置：date 管 LocalDate，不管 LocalDateTime
        String date = "spring.mvc.format.date=iso";
        assertThat(inChina("26/1/2", LocalDate.class, date)).isNull();
        assertThat(inChina("26/1/2 10:00", LocalDateTime.class, date))
                .isEqualTo(LocalDateTime.of(26, 1, 2, 10, 0));
        assertThat(inChina("26/1/2 10:00", LocalDateTime.class, date,
                "spring.mvc.format.date-time=iso")).isNull();
    }

    /** Spring MVC 按中国的习惯读参数，读不成是 null。 */
    private static Object inChina(String text, Class<?> type, String... properties) {
        List<Object> read = new ArrayList<>();
        LocaleContextHolder.setLocale(Locale.SIMPLIFIED_CHINESE);
        try {
            new WebApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class))
                    .withPropertyValues(properties).run(context -> {
                        ConversionService parameters = context.getBean(
                                "mvcConversionService", ConversionService.class);
                        try {
                            read.add(parameters.convert(text, type));
                        }
                        catch (ConversionFailedException ex) {
                            read.add(null);
                        }
                    });
        }
        finally {
            LocaleContextHolder.resetLocaleContext();
        }
        return read.getFirst();
    }

    private String parse(String path, String on, String language) {
        var result = client.get().uri(path + "?on={on}", on)
                .header("Accept-Language", language).exchange()
                .expectBody(String.class).returnResult();
        return result.getStatus().is2xxSuccessful() ? result.getResponseBody()
                : String.valueOf(result.getStatus().value());
    }

    @Test
    @DisplayName("只在写之前检查 ETag，两个人照样互相覆盖")
    void checkThenSave() throws Exception {
        CyclicBarrier bothChecked = new CyclicBarrier(2);
        doAnswer(call -> bothChecked.await()).when(pause).beforeSave();
        books.reset();
        int before = books.findById(1).orElseThrow().stock();

        List<Integer> statuses = new ArrayList<>();
        try (var clerks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> sales = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                sales.add(clerks.submit(() -> client.put().uri("/books/1")
                        .header("If-Match", "\"1\"").exchange()
                        .returnResult(byte[].class).getStatus().value()));
            }
            for (Future<Integer> sale : sales) {
                statuses.add(sale.get());
            }
        }

        // 两个都“成功”，库存只少了一本
        assertThat(statuses).containsExactly(204, 204);
        assertThat(books.findById(1).orElseThrow().stock()).isEqualTo(before - 1);
    }

    @Test
    @DisplayName("checkNotModified 认 If-Match：不是当前版本就是 412")
    void staleIfMatch() {
        books.reset();
        client.put().uri("/books/1").header("If-Match", "\"0\"").exchange()
                .expectStatus().isEqualTo(412);
    }

    @Test
    @DisplayName("同样的内容：消息转换器读是 400，自己调用 treeToValue 不接异常是 500")
    void patchWithWrongType() {
        for (var expected : Map.of("/prices", 400, "/patched-prices", 500).entrySet()) {
            client.post().uri(expected.getKey()).contentType(MediaType.APPLICATION_JSON)
                    .body("{\"price\": \"便宜\"}").exchange()
                    .expectStatus().isEqualTo(expected.getValue());
        }
    }
}
