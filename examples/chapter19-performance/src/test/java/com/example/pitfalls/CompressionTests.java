package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.book.parts.NginxServer;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.SpringProperties;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootTest(classes = {BookstoreApplication.class, CompressionTests.Stocks.class}, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "server.compression.enabled=true")
@ResourceLock("this JVM")
class CompressionTests {

    record Stock(int stock, int cents) {
    }

    @RestController
    static class Stocks {

        // region unknown
        @GetMapping("/stock")
        Stock stock() {
            return new Stock(7, 2300);
        }

        @GetMapping("/stock-entity")
        ResponseEntity<Stock> entity() {
            return ResponseEntity.ok(new Stock(7, 2300));
        }
        // endregion unknown
    }

    @LocalServerPort
    private int port;

    private HttpResponse<byte[]> get(String path, String encoding) throws Exception {
        return get(port, path, encoding);
    }

    private static HttpResponse<byte[]> get(int port, String path, String encoding) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("Accept-Encoding", encoding).build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    @Test
    void bytes() throws Exception {
        HttpResponse<byte[]> plain = get("/shelf/joined", "identity");
        HttpResponse<byte[]> zipped = get("/shelf/joined", "gzip");
        System.out.println(plain.body().length + " " + zipped.body().length + " " + zipped.headers().map());
        assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(zipped.body().length * 4).isLessThan(plain.body().length);
        HttpResponse<byte[]> small = get("/customers/1/unread/hashing", "gzip");
        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        Recording.check("compression.txt", new Table("响应", "不压缩的字节数", "压缩了吗", "压缩之后")
                .row("/shelf/joined", plain.body().length, "压缩了", "不到四分之一")
                .row("/customers/1/unread/hashing", small.body().length, "没有", "—").toString());
    }

    /** The limit is compared with the length, and an entity is flushed before the length is known. */
    @Test
    void withoutALengthTheLimitDoesNotCount() throws Exception {
        HttpResponse<byte[]> plain = get("/stock", "gzip");
        HttpResponse<byte[]> entity = get("/stock-entity", "gzip");
        assertThat(plain.headers().firstValue("Content-Length")).contains("24");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(get("/stock-entity", "identity").body()).isEqualTo(plain.body());
        assertThat(get("/stock-entity", "identity").headers().firstValue("Content-Length")).isEmpty();
        assertThat(entity.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(entity.body().length).isGreaterThan(24);
    }

    /** Spring flushed what a converter wrote up to 7.0.5; the switch that brings it back makes the short one longer again. */
    @Test
    void flushedAsOn35() throws Exception {
        SpringProperties.setFlag(ServletServerHttpResponse.FLUSH_ENABLED_PROPERTY_NAME);
        try {
            HttpResponse<byte[]> plain = get("/stock", "gzip");
            assertThat(plain.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(plain.body().length).isGreaterThan(24);
        }
        finally {
            SpringProperties.setProperty(ServletServerHttpResponse.FLUSH_ENABLED_PROPERTY_NAME, null);
        }
        assertThat(get("/stock", "gzip").headers().firstValue("Content-Encoding")).isEmpty();
    }

    private static final String FORWARDING = """
            server {
              listen 127.0.0.1:%d;
              location / { proxy_pass http://127.0.0.1:%d; proxy_set_header Accept-Encoding identity; }
            }
            """;

    private NginxServer nginx(String settings) throws Exception {
        return NginxServer.start(on -> settings + FORWARDING.formatted(on, port));
    }

    /** Without gzip_types nginx compresses text/html alone; the answers behind it are asked for uncompressed. */
    @Test
    void nginxHasToBeToldOfJson() throws Exception {
        try (NginxServer nginx = nginx("gzip on;\n")) {
            assertThat(get(nginx.port(), "/shelf/joined", "gzip").headers().firstValue("Content-Encoding")).isEmpty();
        }
        try (NginxServer nginx = nginx("gzip on;\ngzip_types application/json;\n")) {
            assertThat(get(nginx.port(), "/shelf/joined", "gzip").headers().firstValue("Content-Encoding")).contains("gzip");
        }
    }

    /** Its own limit is twenty bytes. */
    @Test
    void nginxMakesShortOnesLonger() throws Exception {
        try (NginxServer nginx = nginx("gzip on;\ngzip_types application/json;\n")) {
            HttpResponse<byte[]> stock = get(nginx.port(), "/stock", "gzip");
            assertThat(stock.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(stock.body().length).isGreaterThan(24);
        }
        try (NginxServer nginx = nginx("gzip on;\ngzip_types application/json;\ngzip_min_length 2k;\n")) {
            assertThat(get(nginx.port(), "/stock", "gzip").headers().firstValue("Content-Encoding")).isEmpty();
            assertThat(get(nginx.port(), "/shelf/joined", "gzip").headers().firstValue("Content-Encoding")).contains("gzip");
        }
    }
}
