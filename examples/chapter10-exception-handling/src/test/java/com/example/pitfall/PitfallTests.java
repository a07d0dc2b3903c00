package com.example.pitfall;

import com.example.book.HttpRequestFile;
import com.example.bookstore.Http;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = PitfallApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "spring.security.user.name=clerk", "spring.security.user.password=pw",
            "management.otlp.metrics.export.enabled=false"})
@DisplayName("踩坑")
class PitfallTests {

    private static final String CLERK = "Authorization: Basic Y2xlcms6cHc=";

    @LocalServerPort
    int port;

    @Test
    @DisplayName("放行的接口出了错，没登录的人看到的却是 401")
    void errorBecomes401() {
        assertThat(Http.get(port, "/public/report").statusCode()).isEqualTo(401);
        assertThat(Http.get(port, "/public/report", CLERK).statusCode()).isEqualTo(500);
        HttpRequestFile.of("""
                # @name public-report-401
                GET http://localhost:%d/public/report
                """.formatted(port)).runAndCheck();
    }

    @Test
    @DisplayName("兜底的 Exception 把 @PreAuthorize 的 403 变成 500")
    void deniedBecomes500() {
        HttpResponse<String> response = Http.get(port, "/sales", CLERK);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("AuthorizationDeniedException");
        HttpRequestFile.of("""
                # @name denied-500
                GET http://localhost:%d/sales
                Authorization: Basic Y2xlcms6cHc=
                """.formatted(port)).runAndCheck();
    }

    @Test
    @DisplayName("OncePerRequestFilter 默认不管异步转发：异常处理器里 MDC 是空的")
    void mdcLost() {
        assertThat(Http.get(port, "/public/stock").body()).isEqualTo("requestId=t-1");
        assertThat(Http.get(port, "/public/rating").body()).isEqualTo("requestId=null");
    }
}
