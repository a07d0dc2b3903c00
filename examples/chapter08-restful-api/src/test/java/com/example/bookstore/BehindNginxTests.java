package com.example.bookstore;

import com.example.book.parts.NginxServer;
import com.example.bookstore.catalog.Books;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@DisplayName("前面有 nginx 替应用压缩")
class BehindNginxTests {

    @Autowired
    Books books;

    @LocalServerPort
    int port;

    @BeforeEach
    @AfterEach
    void reset() {
        books.reset();
    }

    @Test
    @DisplayName("nginx 压过的响应，强 ETag 成了弱的，放进 If-Match 是 412；不压这些地址，ETag 还是强的")
    void gzipWeakensTheETag() {
        String server = """
                gzip on;
                gzip_types application/json;
                server {
                  listen 127.0.0.1:%d;
                  location / { proxy_pass http://127.0.0.1:%d; %s }
                }
                """;
        try (NginxServer nginx = NginxServer.start(on -> server.formatted(on, port, ""))) {
            RestTestClient client = through(nginx);
            String etag = etag(client);
            assertThat(etag).isEqualTo("W/\"1\"");
            put(client, etag).expectStatus().isEqualTo(412);
            // 读的那一边按弱比较，照样省下响应体
            client.get().uri("/books/1").header("If-None-Match", etag)
                    .exchange().expectStatus().isEqualTo(304);
        }
        try (NginxServer nginx = NginxServer.start(
                on -> server.formatted(on, port, "gzip off;"))) {
            RestTestClient client = through(nginx);
            String etag = etag(client);
            assertThat(etag).isEqualTo("\"1\"");
            put(client, etag).expectStatus().isOk();
        }
    }

    private static RestTestClient through(NginxServer nginx) {
        return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + nginx.port()).build();
    }

    /** 像浏览器那样说自己收压缩的，只看头。 */
    private static String etag(RestTestClient client) {
        return client.get().uri("/books/1").header("Accept-Encoding", "gzip").exchange()
                .expectStatus().isOk().returnResult(byte[].class)
                .getResponseHeaders().getETag();
    }

    private static RestTestClient.ResponseSpec put(RestTestClient client, String ifMatch) {
        return client.put().uri("/books/1").header("If-Match", ifMatch)
                .contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"title": "改过的", "price": 9, "publishedOn": "2012-10-01", "stock": 1}""")
                .exchange();
    }
}
