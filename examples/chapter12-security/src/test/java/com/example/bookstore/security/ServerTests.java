package com.example.bookstore.security;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/** MockMvc 不做 ERROR 转发，所以这些请求发给真的 Tomcat。 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DisplayName("真的服务器上的 401、403 与 400")
class ServerTests {

    @LocalServerPort
    int port;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @DisplayName("出错的响应是它自己的状态码，不是跳到登录页的 302")
    void errors() throws Exception {
        StringBuilder table = new StringBuilder();
        row(table, 401, "密码错", json("/api/token", "{\"name\": \"bob\", \"password\": \"x\"}"));
        row(table, 400, "登录的请求体不是 JSON", json("/api/token", "name=bob"));
        row(table, 401, "没有刷新令牌", json("/api/token/refresh", "{}"));
        row(table, 403, "没登录上架，没带 CSRF 令牌", json("/books", "{\"title\": \"算法\"}"));
        row(table, 400, "地址多一个斜线", to("/books//1").GET());
        row(table, 302, "没登录看订单", to("/orders/1").GET());
        row(table, 302, "直接访问 /error", to("/error").GET());
        Recording.check("server-errors.txt", table.toString());
    }

    @Test
    @DisplayName("防火墙与 Tomcat 拒绝的：不登录也是 400")
    void firewall() throws Exception {
        for (String path : List.of("/books//1", "/books;v=1", "/books/%2e%2e/admin", "/books%2F1",
                "/books%251", "/books%00")) {
            assertThat(send(to(path).GET()).statusCode()).as(path).isEqualTo(400);
        }
        assertThat(send(to("/books").method("FOO", BodyPublishers.noBody())).statusCode()).isEqualTo(400);
    }

    @Test
    @DisplayName("登录之后换了会话编号：登录前种下的编号没有用")
    void fixation() throws Exception {
        HttpResponse<String> page = send(to("/login").GET());
        String planted = cookie(page);
        Matcher csrf = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(page.body());
        assertThat(csrf.find()).isTrue();
        HttpResponse<String> login = send(to("/login").header("Cookie", planted)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("username=bob&password=pw&_csrf=" + csrf.group(1))));
        assertThat(login.headers().firstValue("Location").orElseThrow()).endsWith("/");
        assertThat(cookie(login)).isNotEqualTo(planted);
        assertThat(send(to("/orders/2").header("Cookie", planted).GET()).statusCode()).isEqualTo(302);
        assertThat(send(to("/orders/2").header("Cookie", cookie(login)).GET()).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("整个响应：没有令牌的 401 与角色不对的 403")
    void wholeResponses() throws Exception {
        HttpResponse<String> none = send(to("/api/orders/2").GET());
        String login = send(json("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}")).body();
        Matcher access = Pattern.compile("\"accessToken\":\"([^\"]+)\"").matcher(login);
        assertThat(access.find()).isTrue();
        HttpResponse<String> role = send(json("/api/books", "{\"title\": \"算法\"}")
                .header("Authorization", "Bearer " + access.group(1)));
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(role.statusCode()).isEqualTo(403);
        Recording.check("whole-401.http", whole(none));
        Recording.check("whole-403.http", whole(role));
    }

    private String whole(HttpResponse<String> response) {
        StringBuilder text = new StringBuilder("HTTP/1.1 " + response.statusCode() + "\n");
        response.headers().map().forEach((name, values) -> {
            if (!List.of("date", "connection", "keep-alive").contains(name.toLowerCase())) {
                values.forEach(value -> text.append(name).append(": ")
                        .append(value.replace(":" + port, ":8080").replaceAll(", (?=\\w+=\")", ",\n  ")).append('\n'));
            }
        });
        return text + (response.body().isEmpty() ? "" : "\n" + response.body() + "\n");
    }

    private void row(StringBuilder table, int expected, String what, HttpRequest.Builder request) throws Exception {
        int status = send(request).statusCode();
        table.append("%d  %s%n".formatted(status, what));
        assertThat(status).as(what).isEqualTo(expected);
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    private HttpRequest.Builder json(String path, String body) {
        return to(path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
