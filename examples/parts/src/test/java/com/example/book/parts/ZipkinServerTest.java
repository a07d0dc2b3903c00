package com.example.book.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Zipkin：真的收下一段调用，再查得出来")
class ZipkinServerTest {

    private static final String SPANS = """
            [{"traceId": "5982fe77008310cc80f1da5e10147517", "id": "90394f6bcffb5d13", "name": "get /books",
              "kind": "SERVER", "timestamp": %d, "duration": 1500,
              "localEndpoint": {"serviceName": "bookstore"}}]
            """;

    @Test
    @DisplayName("发去的 span 能按编号查到，服务名也在列表里")
    void keepsSpans() throws IOException, InterruptedException {
        try (ZipkinServer zipkin = ZipkinServer.start(); HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(zipkin.spansEndpoint()))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(SPANS.formatted(System.currentTimeMillis() * 1000)))
                    .build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() ->
                    assertThat(zipkin.get("/api/v2/trace/5982fe77008310cc80f1da5e10147517")).contains("get /books"));
            assertThat(zipkin.get("/api/v2/services")).contains("bookstore");
        }
    }
}
