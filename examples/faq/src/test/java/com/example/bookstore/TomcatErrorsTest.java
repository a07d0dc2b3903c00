package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** Tomcat says each of these once at INFO, and at DEBUG from then on. */
@DisplayName("请求报错：Tomcat 解析不了的请求")
@SpringBootTest(classes = RequestErrorsTest.Application.class, webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "logging.level.org.apache.coyote.http11.Http11Processor=debug")
@ExtendWith(OutputCaptureExtension.class)
class TomcatErrorsTest {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("用 https 访问 http 的端口：400；换成 http 就好")
    void httpsToHttp(CapturedOutput output) throws Exception {
        Throwable failure = catchThrowable(() -> get("https://localhost:" + port + "/books/1"));
        // The rest of the client's first message differs from run to run.
        Recording.check("https-to-http.txt", logged(output).replaceAll("0x160x03.*](?=\\. HTTP)", "0x160x030x01…]")
                + "\n" + failure);
        assertThat(get("http://localhost:" + port + "/books/1")).isEqualTo(200);
    }

    @Test
    @DisplayName("地址里有没编码的汉字：400；编码了就好")
    void requestTarget(CapturedOutput output) throws IOException {
        assertThat(search("活着")).startsWith("HTTP/1.1 400");
        Recording.check("request-target.txt", logged(output));
        assertThat(search("%E6%B4%BB%E7%9D%80")).startsWith("HTTP/1.1 200").contains("活着");
    }

    private String search(String keyword) throws IOException {
        return send(port, "GET /search?keyword=" + keyword + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    @Test
    @DisplayName("请求头超过 8 KB：400；调大就好")
    void headerTooLarge(CapturedOutput output) throws IOException {
        String request = "GET /books/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: token="
                + "x".repeat(8 * 1024) + "\r\n\r\n";
        assertThat(send(port, request)).startsWith("HTTP/1.1 400");
        Recording.check("header-too-large.txt", logged(output));
        try (var mended = new SpringApplicationBuilder(RequestErrorsTest.Application.class)
                .run("--server.port=0", "--server.max-http-request-header-size=16KB")) {
            int another = ((WebServerApplicationContext) mended).getWebServer().getPort();
            assertThat(send(another, request)).startsWith("HTTP/1.1 200");
        }
    }

    private static String logged(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.startsWith("java.lang.IllegalArgumentException"))
                .distinct().reduce((one, another) -> one + "\n" + another).orElseThrow();
    }

    private static int get(String uri) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.discarding()).statusCode();
        }
    }

    /** Sends a request as it is, which no client of HTTP does. */
    private static String send(int port, String request) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        catch (SocketException reset) {
            // Tomcat closes the connection without reading the rest of the request.
            return "";
        }
    }
}
