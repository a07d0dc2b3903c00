package com.example.bookstore;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.pitfall.RunningApp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.web.server.LocalServerPort;

import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("CORS、页面、静态资源、压缩、网址")
class HttpTests {

    @LocalServerPort
    int port;

    private Wire.Response exchange(String requestLine, String... headers) throws Exception {
        try (Wire wire = new Wire(port)) {
            return wire.exchange(requestLine, headers);
        }
    }

    @Test
    @DisplayName("requests.http 里的每个请求")
    void requests() {
        HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port))
                .runAndCheck();
    }

    @Test
    @DisplayName("要二十亿本书名，给一万本：一个请求用不完内存")
    void titlesAreLimited() throws Exception {
        assertThat(exchange("GET /titles?count=2147483647").text())
                .contains("第 10000 本").doesNotContain("第 10001 本");
    }

    @Test
    @DisplayName("CORS：哪种请求被拒绝，响应里有哪些头")
    void cors() throws Exception {
        String shop = "Origin: https://shop.example.com";
        String evil = "Origin: https://evil.example.com";
        Table table = new Table("请求", "来源", "状态", "Allow-Origin", "浏览器放行吗");
        cors(table, "OPTIONS /api/orders", shop, "Access-Control-Request-Method: POST");
        cors(table, "OPTIONS /api/orders", evil, "Access-Control-Request-Method: POST");
        cors(table, "OPTIONS /api/orders", shop, "Access-Control-Request-Method: DELETE");
        cors(table, "OPTIONS /api/orders", shop, "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization");
        cors(table, "GET /api/stock", shop);
        cors(table, "GET /api/stock", evil);
        cors(table, "OPTIONS /titles", shop, "Access-Control-Request-Method: GET");
        cors(table, "GET /titles?count=1", shop);
        Recording.check("cors.txt", table.toString());
        assertThat(table.toString()).contains("403");
    }

    private void cors(Table table, String request, String... headers) throws Exception {
        Wire.Response response = exchange(request, headers);
        String allowed = response.headers().get("access-control-allow-origin");
        String preflight = headers.length == 1 ? ""
                : "，要 " + headers[headers.length - 1].split(": ")[1];
        table.row(request + preflight, headers[0].contains("evil") ? "evil" : "shop",
                response.status(), allowed == null ? "没有" : "有",
                response.status() == 200 && allowed != null ? "是" : "否");
    }

    @Test
    @DisplayName("页面：转义、重定向与一次性消息")
    void page() throws Exception {
        String form = "title=%3Cscript%3Ealert(1)%3C%2Fscript%3E&price=1";
        try (Wire wire = new Wire(port)) {
            Wire.Response added = wire.send("POST /catalog HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                    + form.length() + "\r\n\r\n" + form).receive();
            assertThat(added.status()).isEqualTo(302);
            assertThat(added.headers().get("location")).contains("/catalog;jsessionid=");
            String session = added.headers().get("set-cookie").split(";")[0];

            String first = wire.exchange("GET /catalog", "Cookie: " + session).text();
            String again = wire.exchange("GET /catalog", "Cookie: " + session).text();
            assertThat(first).contains("已上架：", "&lt;script&gt;")
                    .doesNotContain("<script>");
            assertThat(again).doesNotContain("已上架：");
        }
    }

    @Test
    @DisplayName("价格写成 1E999999999：照原样显示，页面不会写出十亿个零")
    void hugePrice() throws Exception {
        String form = "title=x&price=1E999999999";
        try (Wire wire = new Wire(port)) {
            assertThat(wire.send("POST /catalog HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                    + form.length() + "\r\n\r\n" + form).receive().status()).isEqualTo(302);
        }
        assertThat(exchange("GET /catalog").text()).contains("99.00", "1E+999999999");
    }

    @Test
    @DisplayName("静态资源：带指纹的地址、原地址、错的指纹")
    void staticResources() throws Exception {
        Matcher link = Pattern.compile("href=\"(/css/site-([0-9a-f]{32})\\.css)\"")
                .matcher(exchange("GET /catalog").text());
        assertThat(link.find()).isTrue();
        Table table = new Table("地址", "状态", "Cache-Control");
        for (String path : List.of(link.group(1), "/css/site.css", "/css/site-0.css")) {
            Wire.Response response = exchange("GET " + path);
            table.row(path.replace(link.group(2), "<指纹>"), response.status(),
                    response.headers().getOrDefault("cache-control", "没有"));
        }
        String modified = exchange("GET /css/site.css").headers().get("last-modified");
        table.row("/css/site.css，If-Modified-Since", exchange("GET /css/site.css",
                "If-Modified-Since: " + modified).status(), "");
        Recording.check("static.txt", table.toString());
    }

    @Test
    @DisplayName("压缩：要够大或者不知道多大，类型要对，不能有强 ETag")
    void compression() throws Exception {
        Table table = new Table("请求", "不压有几字节", "Content-Encoding");
        for (String path : List.of("/titles?count=1", "/titles?count=1000",
                "/plain-titles?count=179", "/plain-titles?count=180",
                "/api/stock", "/tagged-titles?count=1000&etag=W/%22v1%22",
                "/tagged-titles?count=1000&etag=v1")) {
            table.row(path, exchange("GET " + path).body().length,
                    exchange("GET " + path, "Accept-Encoding: gzip").headers()
                            .getOrDefault("content-encoding", "没有"));
        }
        Recording.check("compression.txt", table.toString());
    }

    @Test
    @DisplayName("压缩只看名单里的类型：别的文本、别的 JSON 不压，加进名单才压")
    void compressedTypes() throws Exception {
        for (String type : List.of("text/html", "text/xml", "text/plain", "text/css", "text/javascript",
                "application/javascript", "application/json", "application/xml")) {
            assertThat(encoding(port, type)).as(type).isEqualTo("gzip");
        }
        List<String> others = List.of("text/csv", "text/markdown", "application/problem+json",
                "application/hal+json", "image/svg+xml");
        for (String type : others) {
            assertThat(encoding(port, type)).as(type).isEqualTo("没有");
        }
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.compression.additional-mime-types=" + String.join(",", others))) {
            for (String type : others) {
                assertThat(encoding(app.port(), type)).as(type).isEqualTo("gzip");
            }
            assertThat(encoding(app.port(), "text/html")).isEqualTo("gzip");
        }
    }

    private static String encoding(int port, String type) throws Exception {
        try (Wire wire = new Wire(port)) {
            Wire.Response response = wire.exchange("GET /bind/tags?tags=" + "x".repeat(3000),
                    "Accept: " + type, "Accept-Encoding: gzip");
            assertThat(response.headers().get("content-type")).startsWith(type);
            return response.headers().getOrDefault("content-encoding", "没有");
        }
    }

    @Test
    @DisplayName("十二个字节压成了更多")
    void compressedShortBody() throws Exception {
        Wire.Response plain = exchange("GET /api/stock");
        Wire.Response compressed = exchange("GET /api/stock", "Accept-Encoding: gzip");
        assertThat(compressed.headers()).containsEntry("content-encoding", "gzip");
        assertThat(compressed.body().length).isGreaterThan(plain.body().length);
    }

    @Test
    @DisplayName("没有走到 Spring 的请求：Tomcat 先拒绝了")
    void rejectedByTomcat() throws Exception {
        Table table = new Table("请求行里的地址", "状态", "Content-Type", "谁拒绝的");
        for (String path : List.of("/bind/page?page=2", "/bind/page?page=[2]",
                "/bind/page?page={2}", "/bind/page?page=二", "/bind/books/1%2F2", "/bind/books/1;v=2", "/bind/books/1/")) {
            Wire.Response response = exchange("GET " + path);
            String type = response.headers().get("content-type");
            table.row(path, response.status(), type,
                    response.status() == 200 ? "" : type.startsWith("text/html") ? "Tomcat" : "Spring");
        }
        Recording.check("rejected-by-tomcat.txt", table.toString());
    }

    @Test
    @DisplayName("改不了的老客户端：查询串里的方括号与花括号可以放行")
    void relaxedQueryChars() throws Exception {
        try (RunningApp app = RunningApp.start(BookstoreApplication.class,
                "server.tomcat.relaxed-query-chars=[,],{,}"); Wire wire = new Wire(app.port())) {
            Wire.Response response = wire.exchange("GET /bind/tags?tags=[2]{3}");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEqualTo("1 个：[2]{3}");
        }
    }

    @Test
    @DisplayName("请求头里的汉字：Tomcat 按 ISO-8859-1 读，到控制器里是乱码；编码过的原样")
    void chineseInAHeader() throws Exception {
        String garbled = new String("李".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(customer("李")).isEqualTo(garbled);
        assertThat(customer("%E6%9D%8E")).isEqualTo("%E6%9D%8E");
    }

    private String customer(String header) throws Exception {
        try (Wire wire = new Wire(port)) {
            String text = wire.send("POST /orders/9787121429064 HTTP/1.1\r\nHost: localhost\r\n"
                    + "X-Customer: " + header + "\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 15\r\n\r\n{\"quantity\": 2}").receive().text();
            return JsonMapper.shared().readTree(text).get("customer").asString();
        }
    }
}
