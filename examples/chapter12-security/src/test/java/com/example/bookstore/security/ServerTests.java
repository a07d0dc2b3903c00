package com.example.bookstore.security;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.book.HttpRequestFile;
import com.example.book.Recording;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/** MockMvc 不做 ERROR 转发，所以这些请求发给真的 Tomcat。 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
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
    @DisplayName("防火墙与 Tomcat 拒绝的：不登录也是 400；防火墙的日志调到 DEBUG，说出原因")
    void firewall(CapturedOutput output, @Autowired LoggingSystem logging) throws Exception {
        String logger = "org.springframework.security.web.firewall";
        logging.setLogLevel(logger, LogLevel.DEBUG);
        StringBuilder reasons = new StringBuilder();
        try {
            for (String path : List.of("/books//1", "/books;v=1", "/books/%2e%2e/admin", "/books%2F1",
                    "/books%251", "/books%00")) {
                reasons.append("GET ").append(path).append(reason(output, to(path).GET()));
            }
            reasons.append("FOO /books").append(reason(output, to("/books").method("FOO", BodyPublishers.noBody())));
        }
        finally {
            logging.setLogLevel(logger, null);
        }
        Recording.check("firewall-log.txt", reasons.toString()
                .replaceFirst("because the HTTP method (.*) was not included within .*", "because the HTTP method $1 was not included …"));
    }

    /** What the firewall logs about a request that is answered with 400. */
    private String reason(CapturedOutput output, HttpRequest.Builder request) throws Exception {
        int before = output.getOut().length();
        assertThat(send(request).statusCode()).isEqualTo(400);
        Matcher logged = Pattern.compile("Rejecting request due to: (.*)").matcher(output.getOut().substring(before));
        return "\n  " + (logged.find() ? logged.group(1) : "（防火墙没有日志：Tomcat 先拒绝了）") + "\n";
    }

    @Test
    @DisplayName("登录之后换了会话编号：登录前种下的编号没有用")
    void fixation() throws Exception {
        HttpResponse<String> page = send(to("/login").GET());
        String planted = cookie(page);
        HttpResponse<String> login = login("bob", planted, page);
        assertThat(login.headers().firstValue("Location").orElseThrow()).endsWith("/");
        assertThat(cookie(login)).isNotEqualTo(planted);
        assertThat(send(to("/orders/2").header("Cookie", planted).GET()).statusCode()).isEqualTo(302);
        assertThat(send(to("/orders/2").header("Cookie", cookie(login)).GET()).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("开头的事故：没登录转到登录页，登录后回到 1 号订单，改成 2 号是 404")
    void theAccident() throws Exception {
        String browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        HttpResponse<String> asked = send(to("/orders/1").header("Accept", browser).GET());
        assertThat(asked.headers().firstValue("Location").orElseThrow()).endsWith("/login");
        HttpResponse<String> page = send(to("/login").header("Cookie", cookie(asked)).GET());
        HttpResponse<String> login = login("alice", cookie(asked), page);
        assertThat(login.headers().firstValue("Location").orElseThrow()).contains("/orders/1");
        assertThat(send(to("/orders/1").header("Accept", browser).header("Cookie", cookie(login)).GET())
                .statusCode()).isEqualTo(200);
        assertThat(send(to("/orders/2").header("Accept", browser).header("Cookie", cookie(login)).GET())
                .statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("没登录时，开发者工具来取它的文件：登录后去的是那个文件，404；再打开 1 号订单就看得到")
    void devTools() throws Exception {
        String tools = "/.well-known/appspecific/com.chrome.devtools.json";
        HttpResponse<String> asked = send(to("/orders/1").header("Accept", "text/html").GET());
        // Chromium 156 with its tools open, on localhost: the cookie, and no Accept
        send(to(tools).header("Cookie", cookie(asked)).GET());
        HttpResponse<String> page = send(to("/login").header("Cookie", cookie(asked)).GET());
        HttpResponse<String> login = login("alice", cookie(asked), page);
        URI location = URI.create(login.headers().firstValue("Location").orElseThrow());
        assertThat(location.getPath()).isEqualTo(tools);
        assertThat(send(to(tools).header("Cookie", cookie(login)).GET()).statusCode()).isEqualTo(404);
        assertThat(send(to("/orders/1").header("Cookie", cookie(login)).GET()).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("requests.http：换令牌 200，没带 401，带上 200，别人的 404")
    void requestFile() throws Exception {
        String host = "http://localhost:" + port;
        var before = HttpRequestFile.read("requests.http", Map.of("host", host)).requests();
        // VS Code looks for a request of that name before it looks for the variable.
        assertThat(before).extracting(HttpRequestFile.Request::name).doesNotContain("host", "token");
        HttpResponse<String> token = send(from(before.getFirst()));
        assertThat(token.statusCode()).isEqualTo(200);
        var after = HttpRequestFile.read("requests.http",
                Map.of("host", host, "token", accessToken(token))).requests();
        List<Integer> statuses = new ArrayList<>();
        for (HttpRequestFile.Request request : after.subList(1, after.size())) {
            statuses.add(send(from(request)).statusCode());
        }
        assertThat(statuses).containsExactly(401, 200, 404);
    }

    private static HttpRequest.Builder from(HttpRequestFile.Request request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(request.url()))
                .method(request.method(), request.body() == null
                        ? BodyPublishers.noBody() : BodyPublishers.ofString(request.body()));
        request.headers().forEach(builder::header);
        return builder;
    }

    private static String accessToken(HttpResponse<String> response) {
        Matcher access = Pattern.compile("\"accessToken\":\"([^\"]+)\"").matcher(response.body());
        assertThat(access.find()).isTrue();
        return access.group(1);
    }

    @Test
    @DisplayName("整个响应：没有令牌的 401 与角色不对的 403")
    void wholeResponses() throws Exception {
        HttpResponse<String> none = send(to("/api/orders/2").GET());
        HttpResponse<String> login = send(json("/api/token", "{\"name\": \"bob\", \"password\": \"pw\"}"));
        HttpResponse<String> role = send(json("/api/books", "{\"title\": \"算法\"}")
                .header("Authorization", "Bearer " + accessToken(login)));
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(role.statusCode()).isEqualTo(403);
        Recording.check("whole-401.http", whole(none));
        Recording.check("whole-403.http", whole(role));
    }

    @Test
    @DisplayName("矩阵：八种来人与令牌，发给真的 Tomcat，整个响应")
    void wholeMatrix(@Autowired SigningKeys keys) throws Exception {
        RSAKey other = new RSAKeyGenerator(2048).keyID(keys.current().getKeyID()).generate();
        RSAKey unknown = new RSAKeyGenerator(2048).keyID("2020-01").generate();
        Instant soon = Instant.now().plusSeconds(300);
        Whole text = new Whole();
        text.add(401, "没有令牌", create(null));
        text.add(401, "换令牌时密码错", json("/api/token", "{\"name\": \"bob\", \"password\": \"x\"}"));
        text.add(401, "已过期", create(token(keys.current(), "STAFF", Instant.now().minusSeconds(3600))));
        text.add(401, "伪造：别的钥匙签的", create(token(other, "STAFF", soon)));
        text.add(401, "不认识的 kid", create(token(unknown, "STAFF", soon)));
        text.add(401, "alg 是 none", create(new PlainJWT(claims("STAFF", soon)).serialize()));
        text.add(403, "角色不对", create(token(keys.current(), "CUSTOMER", soon)));
        text.add(403, "店员登录了网页，没带 CSRF 令牌", json("/books", "{\"title\": \"算法\"}")
                .header("Cookie", loggedIn("sam")));
        Recording.check("whole-matrix.txt", text.toString());
    }

    /** What every response has is printed once, then what each adds. */
    private final class Whole {

        private final Map<String, List<String>> responses = new LinkedHashMap<>();

        void add(int expected, String what, HttpRequest.Builder request) throws Exception {
            HttpResponse<String> response = send(request);
            assertThat(response.statusCode()).as(what).isEqualTo(expected);
            responses.put(response.statusCode() + "  " + what, whole(response)
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "<时刻>").lines().skip(1)
                    .map(line -> line.replaceAll("(\"timestamp\":\")[^\"]+", "$1<时刻>"))
                    .filter(line -> !line.startsWith("vary:") && !line.startsWith("content-length: 0")
                            && !line.contains("error_uri=") && !line.startsWith("  resource_metadata=")
                            && !line.isBlank())
                    .map(line -> line.replaceFirst("\",$", "\"").replace("invalid_token\"", "invalid_token\",")
                            .replace("insufficient_scope\"", "insufficient_scope\",")
                            .replace("Jwt: ", "Jwt:\n         ")).toList());
        }

        @Override
        public String toString() {
            List<List<String>> all = List.copyOf(responses.values());
            List<String> common = all.getFirst().stream().filter(line -> all.stream()
                    .allMatch(lines -> lines.contains(line))).toList();
            StringBuilder text = new StringBuilder("每个响应都有\n");
            common.forEach(line -> text.append("     ").append(line).append('\n'));
            responses.forEach((what, lines) -> {
                text.append(what).append('\n');
                lines.stream().filter(line -> !common.contains(line))
                        .forEach(line -> text.append("     ").append(line).append('\n'));
            });
            return text.toString();
        }
    }

    private HttpRequest.Builder create(String token) {
        HttpRequest.Builder request = json("/api/books", "{\"title\": \"算法\"}");
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /** The cookie of a session that has logged in. */
    private String loggedIn(String name) throws Exception {
        HttpResponse<String> page = send(to("/login").GET());
        return cookie(login(name, cookie(page), page));
    }

    private HttpResponse<String> login(String name, String cookie, HttpResponse<String> page) throws Exception {
        Matcher csrf = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(page.body());
        assertThat(csrf.find()).isTrue();
        return send(to("/login").header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("username=" + name + "&password=pw&_csrf=" + csrf.group(1))));
    }

    private static JWTClaimsSet claims(String role, Instant expires) {
        return new JWTClaimsSet.Builder().issuer(JwtConfig.ISSUER).subject("sam").jwtID("t-1")
                .issueTime(Date.from(expires.minusSeconds(300))).expirationTime(Date.from(expires))
                .claim("roles", List.of(role)).build();
    }

    private static String token(RSAKey key, String role, Instant expires) throws Exception {
        SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                claims(role, expires));
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
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
