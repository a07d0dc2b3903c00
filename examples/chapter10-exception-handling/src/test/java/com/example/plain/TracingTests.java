package com.example.plain;

import com.example.book.Recording;
import com.example.bookstore.Http;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.micrometer.tracing.test.autoconfigure.AutoConfigureTracing;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(classes = PlainApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "management.otlp.metrics.export.enabled=false",
            // 日志的格式是整个 JVM 的：自己启动一个上下文，格式才是自己的
            "book.context=tracing"})
@AutoConfigureTracing
@Import(TracingTests.Filters.class)
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("加上 spring-boot-starter-opentelemetry，Boot 给什么")
class TracingTests {

    private static final Pattern CORRELATION =
            Pattern.compile("\\[([0-9a-f]{32})-([0-9a-f]{16})]");

    @LocalServerPort
    int port;

    @Test
    @DisplayName("控制器的日志有 traceId；响应里没有，容器的日志里也没有")
    void whatBootGives(CapturedOutput log) {
        HttpResponse<String> response = Http.get(port, "/books/404");
        String handler = line(log, "查 404");
        assertThat(handler).containsPattern(CORRELATION);
        assertThat(response.body()).doesNotContain("traceId");
        assertThat(response.headers().map().toString().toLowerCase())
                .doesNotContain("trace");

        Http.get(port, "/books/1", "X-Channel: crash");
        String container = line(log, "Servlet.service() for servlet");
        assertThat(container).doesNotContainPattern(CORRELATION);
        Recording.check("tracing-log.txt", shorten(handler) + "\n" + shorten(container));
    }

    @Test
    @DisplayName("上游的 traceparent 被采用")
    void continuesTrace(CapturedOutput log) {
        String id = "0af7651916cd43dd8448eb211c80319c";
        Http.get(port, "/books/7", "traceparent: 00-" + id + "-b7ad6b7169203331-01");
        assertThat(line(log, "查 7")).contains(id);
    }

    @Test
    @DisplayName("读 Tracer 的过滤器要排在 Boot 的后面，排在最前面读到的是空")
    void orderOfFilters() {
        var headers = Http.get(port, "/books/7", "X-Probe: 1").headers();
        assertThat(headers.firstValue("X-First")).contains("null");
        assertThat(headers.firstValue("X-After")).hasValueSatisfying(
                id -> assertThat(id).matches("[0-9a-f]{32}"));
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Filters {

        @Bean
        FilterRegistrationBean<Filter> first(Tracer tracer) {
            return probe("X-First", tracer, Ordered.HIGHEST_PRECEDENCE);
        }

        @Bean
        FilterRegistrationBean<Filter> after(Tracer tracer) {
            return probe("X-After", tracer, Ordered.HIGHEST_PRECEDENCE + 2);
        }

        private static FilterRegistrationBean<Filter> probe(
                String name, Tracer tracer, int order) {
            Filter filter = (request, response, chain) -> {
                if (((HttpServletRequest) request).getHeader("X-Probe") != null) {
                    Span span = tracer.currentSpan();
                    ((HttpServletResponse) response).setHeader(name,
                            span == null ? "null" : span.context().traceId());
                }
                chain.doFilter(request, response);
            };
            var registration = new FilterRegistrationBean<>(filter);
            registration.setOrder(order);
            return registration;
        }
    }

    private static String line(CapturedOutput log, String text) {
        await().atMost(Duration.ofSeconds(30)).until(() -> log.getAll().contains(text));
        return log.getAll().lines().filter(it -> it.contains(text)).findFirst().orElseThrow();
    }

    private static String shorten(String line) {
        Matcher matcher = CORRELATION.matcher(
                line.replaceFirst("^.*?(?=\\[([0-9a-f]{32}-| {9}))", "").replaceFirst(" +: ", " : "));
        return matcher.replaceFirst("[4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7]");
    }
}
