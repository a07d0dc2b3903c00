package com.example.bookstore;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DisplayName("访问日志：每个请求恰好一行，状态码是客户端收到的")
class AccessLogTest {

    @Autowired
    AccessLog log;

    @LocalServerPort
    int port;

    @BeforeEach
    void clear() {
        log.clear();
    }

    private void logs(String path, int status) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(status(client, path)).isEqualTo(status);
            // 再发一个请求：它的那一行到了，前一个请求的也早该到了
            status(client, "/last");
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> log.lines().contains("GET /last 200"));
        assertThat(log.lines())
                .containsExactlyInAnyOrder("GET " + path.split("\\?")[0] + " " + status,
                        "GET /last 200");
    }

    private int status(HttpClient client, String path) throws Exception {
        URI uri = URI.create("http://localhost:" + port + path);
        var response = client.send(HttpRequest.newBuilder(uri).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        // 读到连接断开为止：半张页面的那一行也已经写好了
        try (InputStream body = response.body()) {
            body.readAllBytes();
        }
        catch (IOException halfAPage) {
            // 这里要的只是状态码
        }
        return response.statusCode();
    }

    @Test
    @DisplayName("正常返回")
    void ok() throws Exception {
        logs("/books", 200);
    }

    @Test
    @DisplayName("异常带着状态码")
    void exceptionWithStatus() throws Exception {
        logs("/sold-out", 409);
    }

    @Test
    @DisplayName("没人处理的异常是 500，不是 200")
    void unhandled() throws Exception {
        logs("/boom", 500);
    }

    @Test
    @DisplayName("参数超过一千个，Tomcat 不肯再读：客户端收到的是 400")
    void tooManyParameters() throws Exception {
        logs("/search?title=a" + "&t=".repeat(1000), 400);
    }

    @Test
    @DisplayName("没有这个地址")
    void notFound() throws Exception {
        logs("/none", 404);
    }

    @Test
    @DisplayName("别的过滤器拦下的")
    void blocked() throws Exception {
        logs("/private", 403);
    }

    @Test
    @DisplayName("写到一半才出错的：客户端收到的是 200，日志里也是")
    void halfAPage() throws Exception {
        logs("/half", 200);
    }

    @Test
    @DisplayName("返回 Callable 的，只记一行")
    void async() throws Exception {
        logs("/report", 200);
    }

    @Test
    @DisplayName("返回 Callable、算到一半才出错的：是 409 与 500，不是方法返回时的 200")
    void asyncFailure() throws Exception {
        logs("/sold-out-report", 409);
        log.clear();
        logs("/boom-report", 500);
    }
}
