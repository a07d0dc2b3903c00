package com.example.bookstore;

import com.example.bookstore.error.BookstoreException;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@BookstoreTest
@AutoConfigureMockMvc
@DisplayName("advice 与过滤器直接写的响应，MockMvc 与真实服务器一字不差")
class MockMvcParityTests {

    @Autowired
    MockMvcTester mvc;

    @LocalServerPort
    int port;

    @ParameterizedTest
    @ValueSource(strings = {"/books/404", "/books/abc", "/books/1/report", "/admin/sales"})
    void sameBody(String path) {
        assertThat(mvc.get().uri(path)).bodyText().isEqualTo(Http.get(port, path).body());
    }

    @Test
    @DisplayName("表单太大、上传太大、异步超时由容器发现：MockMvc 里没有发生，advice 没有机会")
    void foundByTheContainer() {
        String form = "quantity=1&note=" + "x".repeat(20_000);
        assertThat(Http.send(port, "POST /books/1/orders",
                List.of("Content-Type: application/x-www-form-urlencoded"), form)
                .statusCode()).isEqualTo(413);
        assertThat(mvc.post().uri("/books/1/orders")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED).content(form))
                .hasStatus(204);

        byte[] cover = "x".repeat(80).getBytes(StandardCharsets.US_ASCII);
        assertThat(Http.send(port, "POST /books/1/cover",
                List.of("Content-Type: multipart/form-data; boundary=c"),
                "--c\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                        + "x".repeat(80) + "\r\n--c--\r\n").statusCode()).isEqualTo(413);
        assertThat(mvc.post().uri("/books/1/cover").multipart().file("file", cover))
                .hasStatus(204);

        assertThat(Http.get(port, "/books/1/quote").statusCode()).isEqualTo(503);
        assertThatIllegalStateException()
                .isThrownBy(() -> mvc.get().uri("/books/1/quote").exchange())
                .withMessageContaining("was not set during the specified timeToWait");
    }

    @Test
    @DisplayName("删掉 advice：自己带着状态码的异常，状态码没变，线上的响应体少了 detail；业务异常没人认领")
    void withoutTheAdvice() {
        var application = new SpringApplicationBuilder(BookstoreApplication.class, Closed.class)
                .initializers(context -> context.addBeanFactoryPostProcessor(factory ->
                        ((BeanDefinitionRegistry) factory)
                                .removeBeanDefinition("apiExceptionHandler")));
        try (var context = application.run("--server.port=0",
                "--management.otlp.metrics.export.enabled=false",
                "--spring.autoconfigure.exclude=org.springframework.boot.micrometer."
                        + "observation.autoconfigure.ObservationAutoConfiguration")) {
            int bare = context.getEnvironment()
                    .getRequiredProperty("local.server.port", int.class);
            MockMvcTester without = MockMvcTester.from((WebApplicationContext) context);

            assertThat(mvc.get().uri("/nope")).hasStatus(404);
            assertThat(without.get().uri("/nope")).hasStatus(404);
            assertThat(Http.get(port, "/nope").body()).contains("\"detail\"");
            assertThat(Http.get(bare, "/nope")).returns(404, HttpResponse::statusCode)
                    .extracting(HttpResponse::body).asString().doesNotContain("\"detail\"");

            assertThat(mvc.delete().uri("/books/1")).hasStatus(405);
            assertThat(without.delete().uri("/books/1")).hasStatus(405);
            assertThat(Http.send(port, "DELETE /books/1", List.of(), "").body())
                    .contains("\"detail\"");
            assertThat(Http.send(bare, "DELETE /books/1", List.of(), ""))
                    .returns(405, HttpResponse::statusCode)
                    .extracting(HttpResponse::body).asString().doesNotContain("\"detail\"");

            // with the advice the reason goes out: ApiExceptionHandlerTests.statusWithoutCode
            assertThat(without.get().uri("/closed")).hasStatus(410);
            assertThat(Http.get(bare, "/closed")).returns(410, HttpResponse::statusCode)
                    .extracting(HttpResponse::body).asString().doesNotContain("关门了");

            assertThat(mvc.get().uri("/books/404")).hasStatus(404);
            assertThat(without.get().uri("/books/404")).hasFailed()
                    .failure().hasRootCauseInstanceOf(BookstoreException.class);
        }
    }

    @RestController
    static class Closed {

        @GetMapping("/closed")
        String closed() {
            throw new ResponseStatusException(HttpStatus.GONE, "关门了");
        }
    }

    @Test
    @DisplayName("过滤器自己写的响应")
    void sameBodyFromFilter() {
        assertThat(mvc.get().uri("/books/1").header("X-Channel", "fax")).bodyText()
                .contains("UNKNOWN_CHANNEL")
                .isEqualTo(Http.get(port, "/books/1", "X-Channel: fax").body());
    }
}
