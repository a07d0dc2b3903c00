package com.example.bookstore;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.micrometer.tracing.test.autoconfigure.AutoConfigureTracing;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = BookstoreApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.otlp.metrics.export.enabled=false", "book.context=both"})
@AutoConfigureTracing
@DisplayName("自己的 TraceIdFilter 与 Boot 的追踪并用")
class TraceIdBesidesTracingTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("请求没有带来编号：响应体里是追踪的编号，X-Trace-Id 头里是自己的，对不上")
    void theTwoIdsDiffer() {
        HttpResponse<String> response = Http.get(port, "/books/404");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(header(response)).matches("[0-9a-f]{32}");
        assertThat(body(response)).matches("[0-9a-f]{32}").isNotEqualTo(header(response));
    }

    @Test
    @DisplayName("请求带来上游的编号：两处都是它")
    void bothTakeTheIdOfTheCaller() {
        String id = "0af7651916cd43dd8448eb211c80319c";
        HttpResponse<String> response = Http.get(port, "/books/404",
                "traceparent: 00-" + id + "-b7ad6b7169203331-01");
        assertThat(header(response)).isEqualTo(id);
        assertThat(body(response)).isEqualTo(id);
    }

    private static String header(HttpResponse<String> response) {
        return response.headers().firstValue("X-Trace-Id").orElseThrow();
    }

    private static String body(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body()).required("traceId").stringValue();
    }
}
