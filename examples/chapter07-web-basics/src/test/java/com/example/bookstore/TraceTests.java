package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.trace.Station;
import com.example.bookstore.trace.Trace;

import jakarta.servlet.http.HttpServletResponse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.core.SpringProperties;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import({TraceTests.Finished.class, TraceTests.Direct.class})
@DisplayName("一次请求走的路")
class TraceTests {

    @Autowired
    Finished finished;

    @LocalServerPort
    int port;

    /** 请求真正结束之后才有的追踪。 */
    @TestConfiguration
    static class Finished {

        final BlockingQueue<Trace> traces = new LinkedBlockingQueue<>();

        @EventListener
        void finished(Trace trace) {
            traces.add(trace);
        }
    }

    @BeforeEach
    void clear() {
        finished.traces.clear();
    }

    private Trace trace(String request) throws Exception {
        try (Wire wire = new Wire(port)) {
            wire.send(request).receive();
            return finished.traces.poll(60, TimeUnit.SECONDS);
        }
    }

    private static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Trace: on\r\n"
                + lines(headers) + "\r\n";
    }

    private static String post(String path, String json, String... headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Trace: on\r\n"
                + "X-Customer: li\r\nContent-Type: application/json\r\nContent-Length: "
                + json.getBytes().length + "\r\n"
                + lines(headers) + "\r\n" + json;
    }

    private static String lines(String... headers) {
        return Arrays.stream(headers).map(header -> header + "\r\n")
                .collect(Collectors.joining());
    }

    private static final String JSON = "{\"quantity\": 2}";

    @Test
    @DisplayName("正常的请求：进去是 F1 F2 I1 I2，出来反过来")
    void normal() throws Exception {
        Trace trace = trace(post("/orders/978-7-121-42906-4", JSON));
        Recording.check("order-normal.txt", trace.toString());
        assertThat(details(trace, Station.FILTER))
                .containsExactly("F1 进", "F2 进", "F2 出", "F1 出");
        assertThat(details(trace, Station.PRE_HANDLE)).containsExactly("I1", "I2");
        assertThat(details(trace, Station.AFTER_COMPLETION))
                .containsExactly("I2，ex = null", "I1，ex = null");
    }

    @Test
    @DisplayName("控制器抛异常：postHandle 没有，afterCompletion 拿到的异常是 null")
    void exception() throws Exception {
        Trace trace = trace(post("/orders/978-7-121-42906-4", "{\"quantity\": 20}"));
        Recording.check("order-exception.txt", trace.toString());
        assertThat(details(trace, Station.POST_HANDLE)).isEmpty();
        assertThat(details(trace, Station.AFTER_COMPLETION)).last().isEqualTo("I1，ex = null");
    }

    @Test
    @DisplayName("JSON 读不懂：再转发一次到 /error，拦截器又走一遍，过滤器不走")
    void badJson() throws Exception {
        Trace trace = trace(post("/orders/978-7-121-42906-4", "{\"quantity\":"));
        Recording.check("order-bad-json.txt", trace.toString());
        assertThat(details(trace, Station.PRE_HANDLE)).hasSize(4);
        assertThat(details(trace, Station.FILTER)).hasSize(4);
        assertThat(details(trace, Station.METHOD)).isEmpty();
    }

    @Test
    @DisplayName("I2 拒绝：I1 有善后，I2 自己没有")
    void refused() throws Exception {
        Trace trace = trace(post("/orders/978-7-121-42906-4", JSON, "X-Break: I2"));
        assertThat(details(trace, Station.AFTER_COMPLETION)).containsExactly("I1，ex = null");
        assertThat(details(trace, Station.METHOD)).isEmpty();
    }

    @Test
    @DisplayName("返回 Callable：preHandle 走两遍，切面在 Callable 之前就出来了")
    void async() throws Exception {
        Trace trace = trace(get("/orders/report"));
        Recording.check("order-async.txt", trace.toString());
        assertThat(details(trace, Station.PRE_HANDLE)).containsExactly("I1", "I2", "I1", "I2");
        List<Trace.Step> steps = trace.steps();
        assertThat(steps.stream().map(Trace.Step::thread).distinct().toList())
                .containsExactly("http", "task");
    }

    @Test
    @DisplayName("每种结局里，每一站各到几次")
    void matrix() throws Exception {
        Table table = new Table("", "正常", "异常", "坏 JSON", "拒绝", "过滤器坏",
                "404", "405", "静态", "超限", "异步", "预检", "预检被拒");
        List<Trace> traces = new ArrayList<>();
        traces.add(trace(post("/orders/9787121429064", JSON)));
        traces.add(trace(post("/orders/9787121429064", "{\"quantity\": 20}")));
        traces.add(trace(post("/orders/9787121429064", "{\"quantity\":")));
        traces.add(trace(post("/orders/9787121429064", JSON, "X-Break: I2")));
        traces.add(trace(post("/orders/9787121429064", JSON, "X-Break: F2")));
        traces.add(trace(get("/none")));
        traces.add(trace(get("/orders/9787121429064")));
        traces.add(trace(get("/css/site.css")));
        traces.add(trace(Multipart.request("/covers", 150_000)
                .replace("Host: localhost", "Host: localhost\r\nX-Trace: on")));
        traces.add(trace(get("/orders/report")));
        for (String origin : List.of("https://shop.example.com", "https://evil.example.com")) {
            traces.add(trace(get("/api/orders", "Origin: " + origin,
                    "Access-Control-Request-Method: POST").replace("GET ", "OPTIONS ")));
        }
        for (Station station : Station.values()) {
            List<Object> row = new ArrayList<>(List.of(station.label()));
            traces.forEach(trace -> row.add(times(trace, station)));
            table.row(row.toArray());
        }
        Recording.check("order-matrix.txt", table.toString());
    }

    /** 成对的只数第一个：F1、I1 的次数，进的次数，读之前的次数。 */
    private static Object times(Trace trace, Station station) {
        long times = details(trace, station).stream()
                .filter(detail -> !detail.matches("[FI]2.*|F1 出|出，.*|读之后"))
                .count();
        return times == 0 ? "-" : times;
    }

    private static List<String> details(Trace trace, Station station) {
        return trace.steps().stream().filter(step -> step.station() == station)
                .map(Trace.Step::detail).toList();
    }

    @Test
    @DisplayName("postHandle 里加的头：响应还在缓冲区里才加得上")
    void headerInPostHandle() throws Exception {
        Table table = new Table("请求", "返回类型", "响应体字节", "postHandle 里加的头");
        postHandle(table, "/titles?count=1", "List");
        postHandle(table, "/titles?count=1000", "List");
        postHandle(table, "/api/stock", "ResponseEntity");
        postHandle(table, "/plain-titles?count=1", "String");
        postHandle(table, "/direct?length=false", "void，自己写");
        postHandle(table, "/direct?length=true", "同上，先写 Content-Length");
        postHandle(table, "/problem", "ProblemDetail");
        postHandle(table, "/error-response", "ErrorResponse");
        postHandle(table, "/bytes", "byte[]");
        postHandle(table, "/resource", "Resource");
        postHandle(table, "/catalog", "模板");
        Recording.check("post-handle.txt", table.toString());
    }

    /** 响应体写在 Spring 之外，没有谁替它刷新；两种写法只差一个 Content-Length。 */
    @RestController
    static class Direct {

        private final byte[] body = "0123456789".getBytes(StandardCharsets.US_ASCII);

        @GetMapping("/direct")
        void write(@RequestParam boolean length, HttpServletResponse response)
                throws IOException {
            if (length) {
                response.setContentLength(body.length);
            }
            response.getOutputStream().write(body);
        }

        @GetMapping("/problem")
        ProblemDetail problem() {
            return ProblemDetail.forStatus(HttpStatus.CONFLICT);
        }

        @GetMapping("/error-response")
        ErrorResponse errorResponse() {
            return new ErrorResponseException(HttpStatus.CONFLICT);
        }

        @GetMapping("/bytes")
        byte[] bytes() {
            return body;
        }

        @GetMapping("/resource")
        Resource resource() {
            return new ByteArrayResource(body);
        }

        @GetMapping("/stream")
        Resource stream() {
            return new InputStreamResource(new ByteArrayInputStream(body));
        }
    }

    private String postHandle(Table table, String path, String type) throws Exception {
        try (Wire wire = new Wire(port)) {
            Wire.Response response = wire.send(get(path)).receive();
            String header = response.headers().getOrDefault("x-post-handle", "丢了");
            table.row(path, type, response.body().length > 8192 ? "超过 8192" : "不到 8192",
                    header);
            return header;
        }
    }

    @Test
    @DisplayName("返回不知道长度的 Resource：没有 Content-Length，小的加得上头")
    void resourceOfUnknownLength() throws Exception {
        Table table = new Table("请求", "返回类型", "响应体字节", "postHandle 里加的头");
        assertThat(postHandle(table, "/resource", "Resource")).isEqualTo("丢了");
        assertThat(postHandle(table, "/stream", "InputStreamResource")).isEqualTo("I1");
    }

    @Test
    @DisplayName("7.0.6 之前的做法：转换器写完就刷新，小的 JSON 也丢")
    void flushingConverters() throws Exception {
        Table table = new Table("请求", "返回类型", "响应体字节", "postHandle 里加的头");
        assertThat(postHandle(table, "/titles?count=1", "List")).isEqualTo("I1");
        SpringProperties.setFlag(ServletServerHttpResponse.FLUSH_ENABLED_PROPERTY_NAME);
        try {
            assertThat(postHandle(table, "/titles?count=1", "List")).isEqualTo("丢了");
        }
        finally {
            SpringProperties.setProperty(
                    ServletServerHttpResponse.FLUSH_ENABLED_PROPERTY_NAME, null);
        }
    }
}
