package com.example.plain;

import com.example.bookstore.Http;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Tomcat 自己写的那一页")
class TomcatPageTests {

    private static String raw(String path, Class<?> more, String property) {
        try (var context = new SpringApplicationBuilder(PlainApplication.class, more).run(
                "--server.port=0", "--spring.config.location=optional:classpath:/none/",
                "--spring.main.banner-mode=off",
                "--management.otlp.metrics.export.enabled=false",
                "--management.tracing.export.enabled=false", property)) {
            return Http.raw(((WebServerApplicationContext) context).getWebServer().getPort(),
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        }
    }

    @Test
    @DisplayName("context-path 之外的地址：HTTP Status 404，也没有进应用")
    void outsideContextPath() {
        assertThat(raw("/books/1", Nothing.class, "--server.servlet.context-path=/shop"))
                .startsWith("HTTP/1.1 404").contains("text/html", "HTTP Status 404");
        assertThat(raw("/shop/books/1", Nothing.class, "--server.servlet.context-path=/shop"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    @DisplayName("换掉 ErrorReportValve：请求行不合法也是 problem+json")
    void ownValve() {
        assertThat(raw("/[", JsonPage.class, "--book=1"))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json", "{\"status\":400}")
                .doesNotContain("<html");
        // 进了应用的错误不受影响，仍由 /error 回答
        assertThat(raw("/nope", JsonPage.class, "--book=1"))
                .startsWith("HTTP/1.1 404").contains("\"timestamp\"");
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Nothing {
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class JsonPage {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemPage() {
            return factory -> factory.addContextCustomizers(context ->
                    context.getParent().getPipeline().addValve(new ProblemValve()));
        }

        /** Tomcat 自己回答的错误：没有进应用，所以没有 traceId。 */
        static class ProblemValve extends ErrorReportValve {

            @Override
            protected void report(Request request, Response response, Throwable cause) {
                HttpServletResponse out = response.getResponse();
                if (response.getStatus() < 400 || response.getContentWritten() > 0
                        || !response.setErrorReported()) {
                    return;
                }
                byte[] body = "{\"status\":%d}".formatted(response.getStatus())
                        .getBytes(StandardCharsets.UTF_8);
                try {
                    out.setContentType("application/problem+json");
                    out.getOutputStream().write(body);
                    response.finishResponse();
                }
                catch (IOException ex) {
                    // 对方已经断开
                }
            }
        }
    }
}
