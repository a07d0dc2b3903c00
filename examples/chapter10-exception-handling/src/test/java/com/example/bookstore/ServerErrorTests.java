package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.error.ApiExceptionHandler;
import com.example.bookstore.error.BookstoreException;
import com.example.bookstore.error.ErrorCode;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.server.ResponseStatusException;

@DisplayName("5xx 都要在日志里留一行，响应里不说内部的事")
@ExtendWith(OutputCaptureExtension.class)
class ServerErrorTests {

    private final MockMvcTester mvc = MockMvcTester.of(List.of(new Api()),
            builder -> builder.setControllerAdvice(new ApiExceptionHandler()).build())
            .withHttpMessageConverters(List.of(new JacksonJsonHttpMessageConverter()));

    @ParameterizedTest
    @ValueSource(strings = {"/crash", "/getter", "/status-500", "/null", "/two", "/join"})
    @DisplayName("六种 500：错误码是 INTERNAL_ERROR，没有字段清单，各在日志里留下一行 ERROR")
    void everyServerErrorIsLogged(String path, CapturedOutput output) {
        assertThat(mvc.get().uri(path)).hasStatus(500).bodyText()
                .contains("\"code\":\"INTERNAL_ERROR\"")
                .doesNotContain("\"errors\"", "s3cret");
        assertThat(output.toString().lines().filter(line -> line.contains(" ERROR ")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    @DisplayName("5xx 的 reason 是内部的话，不出去；换成中性的一句")
    void reasonStaysInside(int status) {
        assertThat(mvc.get().uri("/status/" + status)).hasStatus(status).bodyText()
                .contains("\"status\":" + status, "请稍后再试")
                .doesNotContain("s3cret");
    }

    @Test
    @DisplayName("异步超时的说明是框架自己的，照旧")
    void timeoutKeepsItsOwnSentence() {
        assertThat(mvc.get().uri("/timeout")).hasStatus(503).bodyText()
                .contains("\"code\":\"UNAVAILABLE\"").doesNotContain("请稍后再试；");
    }

    @ParameterizedTest
    @CsvSource({"/annotated-cause, 409", "/annotated-deep, 409", "/status-cause, 410",
        "/annotated-error, 500", "/annotated-503, 503"})
    @DisplayName("@ResponseStatus 也可以在原因上；原因里有 Error 就不再找，与 Spring 的解析器一样")
    void causesKeepTheirStatus(String path, int status) {
        assertThat(mvc.get().uri(path)).hasStatus(status).bodyText()
                .contains("\"status\":" + status).doesNotContain("s3cret");
        MockMvcTester bare = MockMvcTester.of(new Api());
        if (status != 500) {
            assertThat(bare.get().uri(path)).hasStatus(status);
        }
        else {
            assertThat(bare.get().uri(path)).hasFailed();
        }
    }

    @Test
    @DisplayName("没写 reason 的：没有 detail，不是空字符串")
    void noReason() {
        assertThat(mvc.get().uri("/gone")).hasStatus(410).bodyText()
                .contains("\"status\":410").doesNotContain("detail");
    }

    @Test
    @DisplayName("实现了 ErrorResponse 的异常，不必继承 ErrorResponseException，状态码与说明照旧")
    void errorResponseKeepsItsStatus(CapturedOutput output) {
        assertThat(mvc.get().uri("/error-response")).hasStatus(429)
                .hasHeader("Retry-After", "30").bodyText()
                .contains("\"status\":429", "\"detail\":\"慢一点\"");
        assertThat(output.toString()).doesNotContain(" ERROR ");
    }

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

    @ResponseStatus(HttpStatus.GONE)
    static class GoneException extends RuntimeException {
    }

    @ResponseStatus(code = HttpStatus.SERVICE_UNAVAILABLE, reason = "s3cret")
    static class DownException extends RuntimeException {
    }

    static class SlowDownException extends RuntimeException implements ErrorResponse {

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatus.TOO_MANY_REQUESTS;
        }

        @Override
        public HttpHeaders getHeaders() {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, "30");
            return headers;
        }

        @Override
        public ProblemDetail getBody() {
            return ProblemDetail.forStatusAndDetail(getStatusCode(), "慢一点");
        }
    }

    @RestController
    static class Api {

        @GetMapping("/status/{status}")
        String any(@PathVariable int status) {
            throw new ResponseStatusException(HttpStatusCode.valueOf(status), "s3cret");
        }

        @GetMapping("/timeout")
        String timeout() {
            throw new AsyncRequestTimeoutException();
        }

        @GetMapping("/annotated-cause")
        String annotatedCause() {
            throw new IllegalStateException("s3cret", new DuplicateException());
        }

        @GetMapping("/annotated-deep")
        String annotatedDeep() {
            throw new IllegalStateException("s3cret",
                    new IllegalArgumentException("s3cret", new DuplicateException()));
        }

        @GetMapping("/status-cause")
        String statusCause() {
            throw new IllegalStateException("s3cret",
                    new ResponseStatusException(HttpStatus.GONE));
        }

        @GetMapping("/annotated-error")
        String annotatedError() {
            throw new IllegalStateException("s3cret",
                    new AssertionError("s3cret", new DuplicateException()));
        }

        @GetMapping("/annotated-503")
        String down() {
            throw new DownException();
        }

        @GetMapping("/gone")
        String gone() {
            throw new GoneException();
        }

        @GetMapping("/error-response")
        String errorResponse() {
            throw new SlowDownException();
        }

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

        @GetMapping("/join")
        String join() {
            return CompletableFuture.<String>failedFuture(
                    new BookstoreException(ErrorCode.BOOK_NOT_FOUND, "s3cret")).join();
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
