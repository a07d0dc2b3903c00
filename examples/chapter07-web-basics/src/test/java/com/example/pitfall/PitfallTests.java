package com.example.pitfall;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Wire;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;


@SpringBootTest(classes = PitfallApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "spring.config.location=optional:classpath:/none/")
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("踩坑")
class PitfallTests {

    @LocalServerPort
    int port;

    @Autowired
    PitfallApplication.BodyLogFilter bodyLog;

    @Autowired
    PitfallApplication.CorsController corsController;

    private Wire.Response exchange(String requestLine, String... headers) throws Exception {
        try (Wire wire = new Wire(port)) {
            return wire.exchange(requestLine, headers);
        }
    }

    private Wire.Response post(String path, String type, String body, String... headers)
            throws Exception {
        try (Wire wire = new Wire(port)) {
            StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\n"
                    + "Host: localhost\r\nContent-Type: " + type + "\r\nContent-Length: "
                    + body.length() + "\r\n");
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            return wire.send(request + "\r\n" + body).receive();
        }
    }

    /** 日志里含有这段文字的那一行，从这段文字起。 */
    private static String logged(CapturedOutput log, String text) {
        await().atMost(Duration.ofSeconds(60)).until(() -> log.getAll().contains(text));
        String line = log.getAll().lines().filter(l -> l.contains(text)).findFirst().orElseThrow();
        return line.substring(line.indexOf(text));
    }

    @Test
    @DisplayName("允许凭据时来源不能是星号：500")
    void wildcardWithCredentials(CapturedOutput log) throws Exception {
        Wire.Response star = exchange("GET /wildcard/stock",
                "Origin: https://shop.example.com");
        assertThat(star.status()).isEqualTo(500);
        Recording.check("cors-wildcard.txt", logged(log, "When allowCredentials is true"));
        // 不是跨域的请求也一样
        assertThat(exchange("GET /wildcard/stock").status()).isEqualTo(500);

        Wire.Response pattern = exchange("GET /pattern/stock",
                "Origin: https://any.example.com");
        assertThat(pattern.headers())
                .containsEntry("access-control-allow-origin", "https://any.example.com")
                .containsEntry("access-control-allow-credentials", "true");
    }

    @Test
    @DisplayName("没有 CORS 配置的接口：浏览器报错，订单已经下了")
    void executedAnyway() throws Exception {
        int before = corsController.orders();
        Wire.Response response = post("/open/orders", "text/plain", "",
                "Origin: https://evil.example.com");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).doesNotContainKey("access-control-allow-origin");
        assertThat(corsController.orders()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("登录拦截器把预检拒绝了；放行预检就好")
    void loginInterceptorRefusesPreflight() throws Exception {
        String[] preflight = {"Origin: https://shop.example.com",
                "Access-Control-Request-Method: GET"};
        assertThat(exchange("OPTIONS /strict/stock", preflight).status()).isEqualTo(401);
        assertThat(exchange("OPTIONS /preflight-aware/stock", preflight).status()).isEqualTo(200);
        assertThat(exchange("GET /preflight-aware/stock", preflight[0]).status()).isEqualTo(401);
    }

    @Test
    @DisplayName("InputStreamResource 不支持 Range")
    void streamHasNoRange() throws Exception {
        Wire.Response response = exchange("GET /stream", "Range: bytes=2-5");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("0123456789");
    }

    @Test
    @DisplayName("自己拼的中文文件名：整个头都没了")
    void handMadeName() throws Exception {
        Wire.Response response = exchange("GET /hand-made-name");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).doesNotContainKey("content-disposition");
    }

    @Test
    @DisplayName("绑定器说了不看请求头，就只看参数")
    void parametersOnly() throws Exception {
        assertThat(exchange("GET /parameters-only", "Title: spam").text())
                .isEqualTo("Visit[title=null]");
        assertThat(exchange("GET /parameters-only?title=Java", "Title: spam").text())
                .isEqualTo("Visit[title=Java]");
    }

    @Test
    @DisplayName("过滤器读掉了请求体：控制器说没有请求体")
    void bodyReadOnce(CapturedOutput log) throws Exception {
        Table table = new Table("过滤器的写法", "状态", "记到的字节");
        for (String way : List.of("read", "wrap-read-first", "wrap-take-after")) {
            try (Wire wire = new Wire(port)) {
                String json = "{\"isbn\": \"1\", \"quantity\": 2}";
                Wire.Response response = wire.send("POST /logged HTTP/1.1\r\nHost: localhost\r\n"
                        + "X-Log: " + way + "\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + json.length() + "\r\n\r\n" + json).receive();
                table.row(way, response.status(), bodyLog.logged());
            }
        }
        Recording.check("body-once.txt", table.toString());
        Recording.check("body-once-log.txt", logged(log, "Required request body is missing"));
    }

    @Test
    @DisplayName("两个 @RequestBody：第二个落空；表单的请求体由参数重新拼出，两个都有，地址带着查询串的除外")
    void twoBodies() throws Exception {
        assertThat(post("/two-texts", "text/plain", "title=a").text())
                .isEqualTo("[\"title=a\",\"null\"]");
        assertThat(post("/two-texts", "application/x-www-form-urlencoded", "title=a").text())
                .isEqualTo("[\"title=a\",\"title=a\"]");
        assertThat(post("/two-texts?page=1", "application/x-www-form-urlencoded", "title=a").text())
                .as("地址带着查询串，就不拼了").isEqualTo("[\"title=a\",\"null\"]");
    }

    @Test
    @DisplayName("没有 X-Log 头的请求照常处理，不因为日志过滤器出错")
    void nothingToLog() throws Exception {
        assertThat(post("/logged", "application/json", "{\"isbn\": \"1\", \"quantity\": 2}").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("模板不存在")
    void missingTemplate(CapturedOutput log) throws Exception {
        assertThat(exchange("GET /missing").status()).isEqualTo(500);
        Recording.check("missing-template.txt", logged(log, "Error resolving template"));
    }

    @Test
    @DisplayName("模板中途出错：页面小是 500，页面大是 200 加半张页面")
    void brokenPage(CapturedOutput log) throws Exception {
        Table table = new Table("列表的行数", "状态", "收到的页面");
        for (int rows : new int[] {3, 3000}) {
            Wire.Response response = exchange("GET /broken?rows=" + rows);
            String text = response.text();
            table.row(rows, response.status(), !text.contains("书 1") ? "错误响应"
                    : response.complete() ? "完整" : "半张，连接断了");
        }
        Recording.check("broken-page.txt", table.toString());
        Recording.check("broken-page-log.txt", logged(log, "Exception evaluating SpringEL"));
    }

    @Test
    @DisplayName("表单超过 1000 个参数：400")
    void tooManyParameters(CapturedOutput log) throws Exception {
        StringBuilder form = new StringBuilder("p0=1");
        for (int i = 1; i < 1000; i++) {
            form.append("&p").append(i).append("=1");
        }
        String type = "application/x-www-form-urlencoded";
        assertThat(post("/form", type, form.toString()).text()).isEqualTo("1000 个");
        assertThat(post("/form", type, form + "&p1000=1").status()).isEqualTo(400);
        Recording.check("too-many-parameters.txt",
                logged(log, "More than the maximum number of request parameters")
                        .replaceAll("] with root cause$", ""));
    }
}
