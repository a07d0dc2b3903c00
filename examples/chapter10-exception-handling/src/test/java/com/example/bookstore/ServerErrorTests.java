package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.error.ApiExceptionHandler;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@DisplayName("5xx 都要在日志里留一行，响应里不说内部的事")
@ExtendWith(OutputCaptureExtension.class)
class ServerErrorTests {

    private final MockMvcTester mvc = MockMvcTester.of(List.of(new Api()),
            builder -> builder.setControllerAdvice(new ApiExceptionHandler()).build())
            .withHttpMessageConverters(List.of(new JacksonJsonHttpMessageConverter()));

    // region logged
    @ParameterizedTest
    @ValueSource(strings = {"/crash", "/getter", "/status-500", "/null", "/two"})
    @DisplayName("五种 500，各在日志里留下一行 ERROR")
    void everyServerErrorIsLogged(String path, CapturedOutput output) {
        assertThat(mvc.get().uri(path)).hasStatus(500).bodyText()
                .contains("\"code\":\"INTERNAL_ERROR\"")
                .doesNotContain("\"errors\"", "s3cret");
        assertThat(output.toString().lines().filter(line -> line.contains(" ERROR ")))
                .hasSize(1);
    }
    // endregion logged

    @Test
    @DisplayName("异常类上写着 @ResponseStatus 的，照它说的状态码，不算缺陷")
    void annotatedExceptionsKeepTheirStatus(CapturedOutput output) {
        assertThat(mvc.get().uri("/annotated")).hasStatus(409).bodyText()
                .contains("\"status\":409", "\"detail\":\"已经上架过\"");
        assertThat(output.toString()).doesNotContain(" ERROR ");
    }

    @ResponseStatus(code = HttpStatus.CONFLICT, reason = "已经上架过")
    static class DuplicateException extends RuntimeException {
    }

    @RestController
    static class Api {

        record Book(String title) {

            @Override
            public String title() {
                throw new IllegalStateException("s3cret");
            }
        }

        @GetMapping("/crash")
        String crash() {
            throw new IllegalStateException("s3cret");
        }

        @GetMapping("/getter")
        Book getter() {
            return new Book("三体");
        }

        @GetMapping("/status-500")
        String status() {
            throw new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR, "s3cret");
        }

        @GetMapping("/null")
        @NotNull
        String nothing() {
            return null;
        }

        @GetMapping("/two")
        @Size(min = 5)
        @Pattern(regexp = "[a-z]+")
        String two() {
            return "1";
        }

        @GetMapping("/annotated")
        String annotated() {
            throw new DuplicateException();
        }
    }
}
