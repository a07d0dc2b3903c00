package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.trace.Station;
import com.example.bookstore.trace.Trace;

import jakarta.servlet.DispatcherType;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

@BookstoreTest
@Import({FigureTests.Witness.class, FigureTests.Failing.class})
@DisplayName("图上画的异常的路与实际的一致")
class FigureTests {

    @Autowired
    Witness witness;

    @LocalServerPort
    int port;

    /** 记下头一次转发里问过哪个异常解析器、谁认领了，和请求结束之后的追踪。 */
    @TestConfiguration
    static class Witness implements WebMvcConfigurer {

        final List<String> all = new CopyOnWriteArrayList<>();
        final List<String> asked = new CopyOnWriteArrayList<>();
        final List<String> claimed = new CopyOnWriteArrayList<>();
        final BlockingQueue<Trace> traces = new LinkedBlockingQueue<>();

        @Override
        public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
            resolvers.forEach(resolver -> all.add(resolver.getClass().getSimpleName()));
            resolvers.replaceAll(resolver -> (request, response, handler, ex) -> {
                ModelAndView result = resolver.resolveException(request, response, handler, ex);
                if (request.getDispatcherType() == DispatcherType.REQUEST) {
                    asked.add(resolver.getClass().getSimpleName());
                    if (result != null) {
                        claimed.add(resolver.getClass().getSimpleName());
                    }
                }
                return result;
            });
        }

        @EventListener
        void finished(Trace trace) {
            traces.add(trace);
        }
    }

    @ResponseStatus(HttpStatus.GONE)
    static class OutOfPrintException extends RuntimeException {
    }

    @Controller
    static class Failing {

        @GetMapping("/out-of-print")
        String outOfPrint() {
            throw new OutOfPrintException();
        }

        @GetMapping("/unclaimed")
        String unclaimed() {
            throw new IllegalStateException();
        }

        @GetMapping("/no-template")
        String noTemplate() {
            return "no-such-page";
        }
    }

    @BeforeEach
    void clear() {
        witness.asked.clear();
        witness.claimed.clear();
        witness.traces.clear();
    }

    @Test
    @DisplayName("三个解析器挨个问；无人认领的、渲染时抛出的，afterCompletion 才拿得到")
    void roads() throws Exception {
        Table table = new Table("请求", "问到谁，认领了没有", "状态码", "postHandle",
                "afterCompletion 的 ex");
        row(table, "要 20 本", order("{\"quantity\": 20}"));
        row(table, "GET /out-of-print", get("/out-of-print"));
        row(table, "断了一半的 JSON", order("{\"quantity\":"));
        row(table, "GET /unclaimed", get("/unclaimed"));
        row(table, "GET /no-template", get("/no-template"));
        Recording.check("exception-roads.txt", table.toString());
        List<String> figure = Files.readString(Recording.module()
                .resolve("../../static/img/chapter07-web-basics/exception.svg")).lines()
                .map(line -> line.replaceAll("<[^>]*>", "").strip()).toList();
        assertThat(witness.all).hasSize(3);
        assertThat(figure.stream().filter(text -> text.endsWith("Resolver")).toList())
                .isEqualTo(witness.all);
    }

    private void row(Table table, String name, String request) throws Exception {
        clear();
        try (Wire wire = new Wire(port)) {
            int status = wire.send(request).receive().status();
            List<Trace.Step> steps = witness.traces.poll(60, TimeUnit.SECONDS).steps().stream()
                    .filter(step -> step.dispatch().equals("REQUEST")).toList();
            table.row(name, witness.asked.isEmpty() ? "没有问"
                    : "①②③".substring(0, witness.asked.size())
                            + (witness.claimed.isEmpty() ? "，都不认领" : "，认领"), status,
                    steps.stream().anyMatch(step -> step.station() == Station.POST_HANDLE)
                            ? "有" : "没有",
                    steps.stream().filter(step -> step.station() == Station.AFTER_COMPLETION)
                            .findFirst().orElseThrow().detail().replaceAll(".*ex = ", ""));
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Trace: on\r\n\r\n";
    }

    private static String order(String json) {
        return "POST /orders/9787121429064 HTTP/1.1\r\nHost: localhost\r\nX-Trace: on\r\n"
                + "X-Customer: li\r\nContent-Type: application/json\r\nContent-Length: "
                + json.length() + "\r\n\r\n" + json;
    }
}
