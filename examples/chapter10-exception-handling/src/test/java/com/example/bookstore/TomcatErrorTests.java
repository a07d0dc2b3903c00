package com.example.bookstore;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("Tomcat 自己回答的错误")
class TomcatErrorTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("请求行不合法：没有进应用，没有 traceId，没有 problem+json")
    void badRequestLine() {
        String response = Http.raw(port, "GET /books/[1] HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 400").contains("text/html")
                .doesNotContain("X-Trace-Id", "problem+json", "Apache Tomcat/");
        Recording.check("tomcat-400.txt", response.replace("\r\n", "\n")
                .replaceAll("(?m)^Date: .*\n", "")
                .replaceAll("<style.*</style>", "<style>…</style>")
                .replace("</head>", "</head>\n"));
    }

    @Test
    @DisplayName("请求头太大：也是 Tomcat 回答")
    void headerTooLarge() {
        String response = Http.raw(port, "GET /books/1 HTTP/1.1\r\nHost: localhost\r\n"
                + "X-Note: " + "x".repeat(10_000) + "\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 4").contains("text/html").doesNotContain("X-Trace-Id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/books/%00", "/books/%zz", "/../books/1"})
    @DisplayName("地址解不开、走出了根：也是 Tomcat 回答")
    void undecodable(String path) {
        assertThat(Http.raw(port, "GET " + path + " HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400").contains("text/html").doesNotContain("X-Trace-Id");
    }

    @Test
    @DisplayName("地址就是 //：拼不成 URI，也还是防火墙的 400，不会变成 500")
    void firewallWithoutAPath() {
        String response = Http.raw(port, "GET // HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 400")
                .contains("problem+json", "\"code\":\"BAD_REQUEST\"");
    }

    @Test
    @DisplayName("地址以 // 开头：instance 不会指到别的主机上")
    void instanceStaysOnThisHost() {
        String response = Http.raw(port, "GET //example.org/x HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 400")
                .contains("\"instance\":\"/example.org/x\"")
                .doesNotContain("//example.org");
        assertThat(Http.raw(port, "GET // HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400").contains("\"instance\":\"/\"");
        // 过滤器自己写的响应也一样
        assertThat(Http.raw(port, "GET ///example.org/x HTTP/1.1\r\nX-Channel: fax\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400").doesNotContain("//example.org");
    }

    @Test
    @DisplayName("地址里的 //：进了应用，被安全防火墙拒绝，经 /error 回答")
    void firewall() {
        String response = Http.raw(port, "GET /books//1 HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 400")
                .contains("problem+json", "\"code\":\"BAD_REQUEST\"", BookstoreTest.TRACE_ID);
    }
}
