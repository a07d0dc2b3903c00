package com.example.bookstore;

import com.example.bookstore.error.ApiExceptionHandler;

import java.net.URI;
import java.util.List;
import java.util.Map;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.ObjectError;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("书店的接口没有用到的几种异常，advice 也答得对")
class ApiExceptionHandlerTests {

    private final MockMvcTester mvc = MockMvcTester.of(List.of(new Api()),
            builder -> builder.setControllerAdvice(new ApiExceptionHandler()).build());

    @Test
    @DisplayName("查询对象里的数字读不出来：清单里没有提交的值，也没有类名；参数报的是 Java 里的名字")
    void bindingFailure() {
        assertThat(mvc.get().uri("/search?page=s3cret")).hasStatus(400).bodyText()
                .contains("\"field\":\"page\"", "\"rule\":\"typeMismatch\"")
                .contains("\"message\":\"值读不懂\"")
                .doesNotContain("s3cret", "java.lang");
        assertThat(mvc.get().uri("/renamed?q=")).hasStatus(400).bodyText()
                .contains("\"field\":\"keyword\"", "\"rule\":\"NotBlank\"");
    }

    @Test
    @DisplayName("消息文件里没有的异常，说明仍是框架的英文")
    void notTranslated() {
        assertThat(mvc.get().uri("/header")).hasStatus(400).bodyText()
                .contains("Required header 'X-Shop' is not present.");
    }

    @Test
    @DisplayName("没有专门错误码的状态：状态码照旧，错误码归到 BAD_REQUEST；reason 会出去")
    void statusWithoutCode() {
        assertThat(mvc.get().uri("/teapot")).hasStatus(418).bodyText()
                .contains("\"status\":418", "\"code\":\"BAD_REQUEST\"", "只有茶");
    }

    @Test
    @DisplayName("异常自己说了问题的种类：type 与 title 照旧，只补错误码")
    void aProblemWithItsOwnType() {
        assertThat(mvc.get().uri("/own-type")).hasStatus(404).bodyText()
                .contains("\"type\":\"https://example.com/problems/sold\"", "\"title\":\"卖掉了\"")
                .contains("\"code\":\"NOT_FOUND\"");
        assertThat(mvc.get().uri("/blank-type")).hasStatus(404).bodyText()
                .contains("\"type\":\"/problems/not-found\"", "\"title\":\"没有这个地址\"");
    }

    @Test
    @DisplayName("5xx 的异常自己设了 type、title 与扩展成员：整个换掉，一样也不出去")
    void aServerErrorWithItsOwnType() {
        assertThat(mvc.get().uri("/own-type-503")).hasStatus(503).bodyText()
                .contains("\"type\":\"/problems/unavailable\"", "\"title\":\"暂时不能服务\"")
                .doesNotContain("卖掉了", "example.com", "shelf");
    }

    @Test
    @DisplayName("校验错误没有代码：清单照样排得出来，不会再抛一个空指针")
    void errorsWithoutCode() {
        assertThat(mvc.get().uri("/no-code")).hasStatus(400).bodyText()
                .contains("\"code\":\"INVALID_FIELDS\"", "2 处不合要求");
    }

    @Test
    @DisplayName("请求体与参数是列表、map：清单里说出是第几个、哪个键")
    void elements() {
        assertThat(post("/drafts", "[{\"title\": \"三体\"}, {\"title\": \"\"}, null]")).hasStatus(400)
                .bodyText().contains("2 处不合要求", "\"field\":\"drafts[1].title\"",
                        "\"field\":\"drafts[2]\"");
        assertThat(post("/stock", "{\"三体\": {\"title\": \"\"}}")).hasStatus(400)
                .bodyText().contains("\"field\":\"stock[三体].title\"");
        assertThat(mvc.get().uri("/ids?ids=7,0")).hasStatus(400)
                .bodyText().contains("\"field\":\"ids[1]\"", "\"rule\":\"Positive\"");
    }

    private MvcTestResult post(String path, String json) {
        return mvc.post().uri(path).contentType(MediaType.APPLICATION_JSON).content(json)
                .exchange();
    }

    @RestController
    static class Api {

        record Draft(@NotBlank String title) {
        }

        @PostMapping("/drafts")
        void drafts(@RequestBody List<@NotNull @Valid Draft> drafts) {
        }

        @PostMapping("/stock")
        void stock(@RequestBody Map<String, @Valid Draft> stock) {
        }

        @GetMapping("/ids")
        void ids(@RequestParam List<@Positive Integer> ids) {
        }

        @GetMapping("/no-code")
        void noCode() throws Exception {
            BeanPropertyBindingResult result = new BeanPropertyBindingResult("", "book");
            result.addError(new ObjectError("book", null, null, "甲"));
            result.addError(new ObjectError("book", null, null, "乙"));
            throw new MethodArgumentNotValidException(new MethodParameter(
                    Api.class.getDeclaredMethod("header", String.class), 0), result);
        }

        record Search(int page) {
        }

        @GetMapping("/search")
        int search(@Valid Search search) {
            return search.page();
        }

        @GetMapping("/renamed")
        String renamed(@RequestParam("q") @NotBlank String keyword) {
            return keyword;
        }

        @GetMapping("/header")
        String header(@RequestHeader("X-Shop") String shop) {
            return shop;
        }

        private static ErrorResponseException sold(URI type) {
            return sold(HttpStatus.NOT_FOUND, type);
        }

        private static ErrorResponseException sold(HttpStatus status, URI type) {
            ErrorResponseException sold = new ErrorResponseException(status);
            sold.setType(type);
            sold.setTitle("卖掉了");
            return sold;
        }

        @GetMapping("/own-type")
        void ownType() {
            throw sold(URI.create("https://example.com/problems/sold"));
        }

        @GetMapping("/own-type-503")
        void ownTypeOfAServerError() {
            ErrorResponseException sold = sold(HttpStatus.SERVICE_UNAVAILABLE,
                    URI.create("https://example.com/problems/sold"));
            sold.getBody().setProperty("shelf", "s3cret");
            throw sold;
        }

        @GetMapping("/blank-type")
        void blankType() {
            throw sold(URI.create("about:blank"));
        }

        @GetMapping("/teapot")
        void teapot() {
            throw new ResponseStatusException(HttpStatus.I_AM_A_TEAPOT, "只有茶");
        }
    }
}
