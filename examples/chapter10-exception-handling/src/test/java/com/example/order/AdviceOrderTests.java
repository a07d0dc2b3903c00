package com.example.order;

import com.example.advice.CatchAllAdvices;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Http;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("几个 @ExceptionHandler 都认领，谁赢")
class AdviceOrderTests {

    private interface Probe {
        String apply(int port);
    }

    @Test
    @DisplayName("有了 ResponseEntityExceptionHandler 的子类，开关注册的那个就让位")
    void ownHandlerReplacesBuiltIn() {
        try (var context = start(CatchAllAdvices.Own.class, true)) {
            assertThat(context.getBeansOfType(ResponseEntityExceptionHandler.class).values())
                    .singleElement().isInstanceOf(CatchAllAdvices.OwnHandler.class);
        }
        try (var context = start(null, true)) {
            assertThat(context.getBeansOfType(ResponseEntityExceptionHandler.class).keySet())
                    .singleElement().asString().contains("problemDetailsExceptionHandler");
        }
    }

    private static ConfigurableApplicationContext start(Class<?> more, boolean problemDetails) {
        List<Class<?>> sources = new ArrayList<>(List.of(AdviceOrderApplication.class));
        if (more != null) {
            sources.add(more);
        }
        return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new)).run(
                "--server.port=0", "--spring.config.location=optional:classpath:/none/",
                "--spring.main.banner-mode=off",
                "--server.tomcat.max-http-form-post-size=8KB",
                "--management.otlp.metrics.export.enabled=false",
                "--management.tracing.export.enabled=false",
                "--spring.mvc.problemdetails.enabled=" + problemDetails);
    }

    private static String run(Class<?> more, boolean problemDetails, Probe probe) {
        try (var context = start(more, problemDetails)) {
            return probe.apply(((WebServerApplicationContext) context)
                    .getWebServer().getPort());
        }
    }

    @Test
    @DisplayName("控制器里的 > advice 的顺序 > 同一个 advice 里最具体的；原因也算认领")
    void order() {
        String table = run(null, false, port -> {
            Table rows = new Table("请求", "赢的是");
            for (String path : new String[] {
                    "/one-advice", "/two-advices", "/cause", "/local"}) {
                rows.row(path, Http.get(port, path).body());
            }
            return rows.toString();
        });
        assertThat(table).contains("@Order(1) 的 Exception", "@Order(1) 的 IOException",
                "控制器里的 Exception").doesNotContain("@Order(2)");
        Recording.check("advice-order.txt", table);
    }

    @Test
    @DisplayName("限定了控制器的 advice 看不到 404 与 405：那时还没有选出控制器")
    void narrowAdvice() {
        run(null, false, port -> {
            assertThat(Http.send(port, "DELETE /narrow", List.of(), "").body())
                    .contains("Method Not Allowed").doesNotContain("只管 Narrow");
            assertThat(Http.get(port, "/narrow/nope").body())
                    .contains("Not Found").doesNotContain("只管 Narrow");
            assertThat(Http.get(port, "/narrow").body()).isEqualTo("只管 Narrow 的 advice");
            return "";
        });
    }

    @Test
    @DisplayName("没写 @Order 的排在最后，哪怕先注册")
    void unorderedComesLast() {
        run(CatchAllAdvices.UnorderedFirst.class, false, port -> {
            assertThat(Http.get(port, "/nope").body()).isEqualTo("写了顺序的");
            return "";
        });
    }

    @Test
    @DisplayName("兜底的 Exception 把 405、404、413 变成 500，除非排在前面的 advice 先认领")
    void catchAll() {
        Table table = new Table("应用里有", "DELETE /narrow", "GET /nope", "表单太大");
        row(table, "什么也没有", null, false);
        run(CatchAllAdvices.Unordered.class, false, port -> {
            assertThat(Http.send(port, "DELETE /narrow", List.of(), "").headers()
                    .firstValue("Allow")).isEmpty();
            return "";
        });
        row(table, "兜底", CatchAllAdvices.Unordered.class, false);
        row(table, "兜底 + problemdetails", CatchAllAdvices.Unordered.class, true);
        row(table, "兜底 @Order(-1) + problemdetails", CatchAllAdvices.Early.class, true);
        Recording.check("catch-all.txt", table.toString());
    }

    private static void row(Table table, String name, Class<?> more, boolean problemDetails) {
        run(more, problemDetails, port -> {
            table.row(name, Http.send(port, "DELETE /narrow", List.of(), "").statusCode(),
                    Http.get(port, "/nope").statusCode(),
                    Http.send(port, "POST /form",
                            List.of("Content-Type: application/x-www-form-urlencoded"),
                            "text=" + "x".repeat(20_000)).statusCode());
            return "";
        });
    }
}
