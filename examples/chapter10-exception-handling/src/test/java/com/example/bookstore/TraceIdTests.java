package com.example.bookstore;

import com.example.book.Recording;
import com.example.bookstore.error.BookstoreException;
import com.example.bookstore.error.ErrorCode;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.servlet.HandlerExceptionResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@BookstoreTest
// 日志的格式是整个 JVM 的：自己启动一个上下文，格式才是自己的
@Import({TraceIdTests.Catching.class, TraceIdTests.Early.class,
        ServerErrorLogTests.Maintenance.class})
@TestPropertySource(properties = "book.context=trace")
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("traceId：响应头、响应体、日志是同一个")
class TraceIdTests {

    private static final String UPSTREAM = "0af7651916cd43dd8448eb211c80319c";

    @LocalServerPort
    int port;

    private HttpResponse<String> get(String path, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 1);
        all[headers.length] = "traceparent: 00-" + UPSTREAM + "-b7ad6b7169203331-01";
        return Http.get(port, path, all);
    }

    /** 等这一行写出来；日志可能晚于响应。 */
    private static String line(CapturedOutput log, String text) {
        await().atMost(Duration.ofSeconds(30)).until(() -> log.getAll().contains(text));
        return log.getAll().lines().filter(it -> it.contains(text)).findFirst().orElseThrow();
    }

    @Test
    @DisplayName("控制器、过滤器、异步里的失败，响应头与响应体都带着上游的 traceId")
    void everywhere() {
        for (var response : new HttpResponse<?>[] {get("/books/404"), get("/nope"),
                get("/books/1/report"), get("/books/404/rating"), get("/books/1/quote"),
                get("/books/1", "X-Channel: fax"), get("/books/1", "X-Channel: crash"),
                get("/admin/sales")}) {
            assertThat(response.headers().firstValue("X-Trace-Id")).contains(UPSTREAM);
            assertThat((String) response.body()).contains("\"traceId\":\"" + UPSTREAM + "\"");
        }
    }

    @Test
    @DisplayName("格式不对的 traceparent 不采用，写不进日志")
    void forged() {
        var response = Http.get(port, "/books/404", 
                "traceparent: 00-ERROR database dropped-01");
        assertThat(response.headers().firstValue("X-Trace-Id"))
                .contains(BookstoreTest.TRACE_ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-" + UPSTREAM + "-0000000000000000-01"})
    @DisplayName("W3C 说全是 0 的编号无效：不采用，不然这样的请求都算成同一个")
    void allZeros(String traceparent) {
        assertThat(Http.get(port, "/books/404", "traceparent: " + traceparent).headers()
                .firstValue("X-Trace-Id")).contains(BookstoreTest.TRACE_ID);
    }

    @Test
    @DisplayName("趁 MDC 还在 catch 一次：容器的那条之外，多一条有 traceId 的")
    void caught(CapturedOutput log) {
        var response = get("/books/1", "X-Channel: crash");
        assertThat(line(log, "过滤器抛出：")).contains("[" + UPSTREAM + "]", "渠道表读不出来");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("\"code\":\"INTERNAL_ERROR\"");
    }

    @Test
    @DisplayName("过滤器调用 sendError：转到 /error 的那一次，MDC 里也有编号")
    void errorDispatch(CapturedOutput log) {
        assertThat(get("/books/1", "X-Maintenance: on").statusCode()).isEqualTo(503);
        assertThat(line(log, "sendError(503)")).contains("[" + UPSTREAM + "]");
    }

    @Test
    @DisplayName("排在很前面的过滤器让 advice 写响应：响应体里也有编号")
    void fromAnEarlyFilter() {
        var response = get("/books/1", "X-Early: on");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":\"UNKNOWN_CHANNEL\"",
                "\"traceId\":\"" + UPSTREAM + "\"");
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Early {

        /** 排在 Boot 的 RequestContextFilter 前面：RequestContextHolder 还是空的。 */
        @Bean
        FilterRegistrationBean<Filter> early(
                @Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver) {
            Filter filter = (request, response, chain) -> {
                if (((HttpServletRequest) request).getHeader("X-Early") == null) {
                    chain.doFilter(request, response);
                    return;
                }
                resolver.resolveException((HttpServletRequest) request,
                        (HttpServletResponse) response, null,
                        new BookstoreException(ErrorCode.UNKNOWN_CHANNEL, "没有这个渠道"));
            };
            var registration = new FilterRegistrationBean<>(filter);
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
            return registration;
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Catching {

        private static final Logger log = LoggerFactory.getLogger("filters");

        // region catching
        /** 紧挨着 TraceIdFilter：它放进 MDC 的编号，这里还在。 */
        @Bean
        FilterRegistrationBean<Filter> catching() {
            Filter filter = (request, response, chain) -> {
                try {
                    chain.doFilter(request, response);
                }
                catch (Exception ex) {
                    log.error("过滤器抛出：{}", ex.getMessage());
                    throw ex;
                }
            };
            var registration = new FilterRegistrationBean<>(filter);
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
            return registration;
        }
        // endregion catching
    }

    @Test
    @DisplayName("日志：控制器里与异步里的有 traceId，容器与 @Async 写的没有")
    void logs(CapturedOutput log) {
        get("/books/404/rating");
        get("/books/1", "X-Channel: crash");
        Http.send(port, "POST /books/405/notification", List.of(), "");
        String async = line(log, "BOOK_NOT_FOUND：没有编号为 404 的书");
        String container = line(log, "Servlet.service() for servlet");
        String background = line(log, "Unexpected exception occurred invoking async method");
        assertThat(async).contains("[" + UPSTREAM + "]");
        assertThat(container).contains("[-]").doesNotContain(UPSTREAM);
        assertThat(background).contains("[-]");
        Recording.check("trace-log.txt", Stream.of(async, container, background)
                .map(it -> it.replaceFirst("^.*? --- \\[bookstore] \\[[^]]*] ", "")
                        .replaceFirst(" +: ", " : "))
                .collect(Collectors.joining("\n")));
    }
}
