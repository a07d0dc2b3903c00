package com.example.plain;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.Http;

import jakarta.servlet.ServletException;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

@SpringBootTest(classes = PlainApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "spring.config.location=optional:classpath:/none/")
@AutoConfigureMockMvc
@DisplayName("MockMvc 不做 ERROR 转发")
class MockMvcTests {

    @Autowired
    MockMvcTester mvc;

    @LocalServerPort
    int port;

    @Test
    @DisplayName("同一个请求，MockMvc 与真实服务器看到的不同")
    void compare() throws Exception {
        Table table = new Table("情形", "MockMvc", "真实服务器");
        for (Case it : Case.ALL) {
            HttpResponse<String> real =
                    Http.send(port, it.request(), it.headers(), it.body());
            table.row(it.name(), mock(it), real.statusCode() + "，响应体 "
                    + (real.body().isEmpty() ? "空" : "JSON"));
        }
        Recording.check("mock-mvc.txt", table.toString());
    }

    private String mock(Case it) throws Exception {
        String[] parts = it.request().split(" ");
        var request = mvc.method(HttpMethod.valueOf(parts[0])).uri(parts[1])
                .content(it.body());
        it.headers().forEach(header ->
                request.header(header.split(": ")[0], header.split(": ")[1]));
        MvcTestResult result = request.exchange();
        if (result.getUnresolvedException() != null) {
            return "抛出 " + result.getUnresolvedException().getClass().getSimpleName();
        }
        String body = result.getResponse().getContentAsString();
        return result.getResponse().getStatus() + "，响应体 "
                + (body.isEmpty() ? "空" : "JSON");
    }

    @Test
    @DisplayName("没有人认领的异常：MockMvc 抛出来，MockMvcTester 收进结果")
    void unresolved(@Autowired MockMvc mockMvc) {
        assertThatThrownBy(() -> mockMvc.perform(get("/report")))
                .isInstanceOf(ServletException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class);
        MvcTestResult result = mvc.get().uri("/report").exchange();
        assertThat(result.getUnresolvedException()).isInstanceOf(ServletException.class);
        assertThat(result).hasFailed();
    }

    @Test
    @DisplayName("在 MockMvc 里断言 404 的响应体，会失败")
    void assertionFails() {
        assertThat(mvc.get().uri("/nope")).hasStatus(404).body().isEmpty();
        assertThat(Http.get(port, "/nope").body()).contains("\"status\":404");
    }
}
