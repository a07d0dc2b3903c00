package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.BookstoreApplication;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(classes = BookstoreApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "server.compression.enabled=true")
class CompressionTests {

    @LocalServerPort
    private int port;

    private HttpResponse<byte[]> get(String path, String encoding) throws Exception {
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
}
