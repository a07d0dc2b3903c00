package com.example.bookstore;

import com.example.book.HttpRequestFile;
import com.example.bookstore.error.ErrorCode;

import jakarta.validation.Validator;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.JsonPathAssertions;
import org.springframework.test.web.servlet.client.RestTestClient;

import static com.example.bookstore.BookstoreTest.TRACE_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@BookstoreTest
@ExtendWith(OutputCaptureExtension.class)
@DisplayName("每类错误的完整响应")
class ErrorResponseTests {

    @Autowired
    RestTestClient client;

    @LocalServerPort
    int port;

    @Test
    @DisplayName("requests.http 里的每个请求：状态码、响应头、响应体与录下的一致")
    void requestFile() {
        HttpRequestFile.read("requests.http", Map.of("host", "http://localhost:" + port))
                .runAndCheck();
    }

    @Test
    @DisplayName("上传超限：413，有响应体")
    void uploadTooLarge() {
        String upload = """
                --cover
                Content-Disposition: form-data; name="file"; filename="cover.png"
                Content-Type: image/png

                %s
                --cover--
                """.formatted("x".repeat(80));
        HttpRequestFile.read("src/test/http/upload.http", Map.of(
                "host", "http://localhost:" + port,
                "upload", upload.replace("\n", "\r\n"))).runAndCheck();
        client.post().uri("/books/1/cover")
                .header("Content-Type", "multipart/form-data; boundary=cover")
                .body(upload.replace("\n", "\r\n")).exchange()
                .expectStatus().isEqualTo(413)
                .expectBody().jsonPath("$.code").isEqualTo("CONTENT_TOO_LARGE");
        // 同样的内容，换行写成 LF：读不懂，是 400，不是 500
        client.post().uri("/books/1/cover")
                .header("Content-Type", "multipart/form-data; boundary=cover")
                .body(upload).exchange()
                .expectStatus().isBadRequest()
                .expectBody().jsonPath("$.code").isEqualTo("BAD_REQUEST");
    }

    @Test
    @DisplayName("没有附上文件是 400，没有这本书是 404，不会当作上传成功")
    void nothingUploaded() {
        assertThat(Http.send(port, "POST /books/1/cover", List.of(), "").statusCode())
                .isEqualTo(400);
        String form = "--c\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"a.png\""
                + "\r\n\r\nx\r\n--c--\r\n";
        List<String> headers = List.of("Content-Type: multipart/form-data; boundary=c");
        assertThat(Http.send(port, "POST /books/1/cover", headers, form.formatted("other"))
                .statusCode()).isEqualTo(400);
        assertThat(Http.send(port, "POST /books/404/cover", headers, form.formatted("file"))
                .body()).contains("\"code\":\"BOOK_NOT_FOUND\"");
    }

    @Test
    @DisplayName("份数太多也是 413：文件很小，所以说明里不说“文件”")
    void tooManyParts() {
        String part = "--c\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n";
        HttpResponse<String> response = Http.send(port, "POST /books/1/cover",
                List.of("Content-Type: multipart/form-data; boundary=c"),
                part.repeat(60) + "--c--\r\n");
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("\"detail\":\"上传的内容超过了上限\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            文件名里有 NUL | --c~Content-Disposition: form-data; name="file"; filename="a\0.png"~~x~--c--~
            没有写完       | --c~~x~--c
            分块坏了       | zz~--c--~0~~""")
    @DisplayName("格式写坏了的上传：都是 400，不算我们的错")
    void malformedUpload(String how, String content, CapturedOutput log) {
        String body = content.replace("~", "\r\n");
        assertThat(Http.raw(port, "POST /books/1/cover HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: multipart/form-data; boundary=c\r\nConnection: close\r\n"
                + (how.startsWith("分块") ? "Transfer-Encoding: chunked"
                        : "Content-Length: " + body.length()) + "\r\n\r\n" + body))
                .startsWith("HTTP/1.1 400").contains("problem+json", "\"code\":\"BAD_REQUEST\"");
        assertThat(log.getAll()).doesNotContain(" ERROR ");
    }

    // region classes
    @ParameterizedTest(name = "{0} {1}：{2}")
    @DisplayName("响应体一字不差，类型是 problem+json")
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /books/abc        | BAD_REQUEST        | 参数 id 的值读不懂
            GET    | /nope             | NOT_FOUND          | 检查地址有没有写错
            GET    | /books/404        | BOOK_NOT_FOUND     | 没有编号为 404 的书
            DELETE | /books/1          | METHOD_NOT_ALLOWED | 不支持 DELETE，可用的是 [GET]
            GET    | /books/1/report   | INTERNAL_ERROR     | 请稍后再试；报修时附上 traceId。
            GET    | /books/1/quote    | UNAVAILABLE        | 等得太久了，请稍后再试
            GET    | /books/404/rating | BOOK_NOT_FOUND     | 没有编号为 404 的书
            """)
    void wholeBody(String method, String path, ErrorCode code, String detail) {
        client.method(HttpMethod.valueOf(method)).uri(path).exchange()
                .expectStatus().isEqualTo(code.status())
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectHeader().valueEquals("X-Trace-Id", TRACE_ID)
                .expectBody().json("""
                        {"type": "%s", "title": "%s", "status": %d,
                         "detail": "%s", "instance": "%s", "code": "%s", "traceId": "%s"}
                        """.formatted(code.type(), code.title(), code.status(),
                        detail, path, code, TRACE_ID), JsonCompareMode.STRICT);
    }
    // endregion classes

    @Test
    @DisplayName("405 带 Allow")
    void methodNotAllowed() {
        client.delete().uri("/books/1").exchange().expectStatus().isEqualTo(405)
                .expectHeader().valueEquals("Allow", "GET");
    }

    @Test
    @DisplayName("406 带 Accept，响应体仍是 problem+json，尽管对方只要 XML")
    void notAcceptable() {
        client.get().uri("/books/1").header("Accept", "application/xml").exchange()
                .expectStatus().isEqualTo(406)
                .expectHeader().valueEquals("Accept", "application/json")
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("NOT_ACCEPTABLE")
                .jsonPath("$.detail").isEqualTo("只能给出 [application/json]");
    }

    @Test
    @DisplayName("415 带 Accept")
    void unsupportedMediaType() {
        client.post().uri("/books").header("Content-Type", "text/plain").body("x").exchange()
                .expectStatus().isEqualTo(415)
                .expectHeader().valueEquals("Accept", "application/json")
                .expectBody().jsonPath("$.code").isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    @DisplayName("没有写 Content-Type：也是 415，说明里没有 null")
    void noMediaType() {
        HttpResponse<String> response = Http.send(port, "POST /books", List.of(), "{}");
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.body()).contains("请用 [application/json]").doesNotContain("null");
    }

    @Test
    @DisplayName("Content-Type 本身读不懂：说明另有一个键，末尾是 .parseError")
    void unreadableMediaType() {
        HttpResponse<String> response = Http.send(port, "POST /books",
                List.of("Content-Type: json"), "{}");
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.body()).contains("\"detail\":\"Content-Type 写得不对\"");
    }

    @Test
    @DisplayName("表单超过上限：Tomcat 抛出的异常自带 413，不落进兜底")
    void formTooLarge() {
        client.post().uri("/books/1/orders")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body("quantity=1&note=" + "x".repeat(20_000)).exchange()
                .expectStatus().isEqualTo(413)
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("CONTENT_TOO_LARGE");
    }

    @Test
    @DisplayName("查询串的编码坏了：抛的也是它，说明里不说“表单”")
    void undecodableQuery() {
        assertThat(Http.raw(port, "POST /books/1/orders?quantity=%zz HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400").contains("\"code\":\"BAD_REQUEST\"")
                .doesNotContain("表单");
    }

    @Test
    @DisplayName("字段清单：按字段排序，写到第几个元素，不带提交的值")
    void fields() {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"title": "", "price": -1,
                         "authors": [{"name": "周志明"}, {"name": ""}]}""")
                .exchange().expectStatus().isBadRequest()
                .expectBody().json("""
                        {"type": "/problems/invalid-fields", "title": "有字段不合要求",
                         "status": 400, "detail": "3 处不合要求", "instance": "/books",
                         "code": "INVALID_FIELDS", "traceId": "%s", "errors": [
                          {"field": "authors[1].name", "rule": "NotBlank", "message": "不能为空"},
                          {"field": "price", "rule": "Positive", "message": "必须是正数"},
                          {"field": "title", "rule": "NotBlank", "message": "不能为空"}]}
                        """.formatted(TRACE_ID), JsonCompareMode.STRICT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e2147483647", "1e-2147483647", "1000000", "9.999"})
    @DisplayName("太大、太小、位数太多的价格也在清单里")
    void price(String price) {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"三体\", \"price\": " + price + "}")
                .exchange().expectStatus().isBadRequest()
                .expectBody().jsonPath("$.code").isEqualTo("INVALID_FIELDS")
                .jsonPath("$.errors[0].field").isEqualTo("price");
    }

    @Test
    @DisplayName("作者列表里的 null 也在清单里")
    void nullElement() {
        client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .body("{\"title\": \"三体\", \"price\": 1, \"authors\": [null]}")
                .exchange().expectStatus().isBadRequest()
                .expectBody().json("""
                        {"code": "INVALID_FIELDS", "errors": [
                          {"field": "authors[0]", "rule": "NotNull"}]}""");
    }

    @Test
    @DisplayName("请求体没有写、类型不对：说的话对这两种也成立")
    void unreadableBody() {
        for (String body : new String[] {"", "{\"title\": \"三体\", \"price\": \"abc\"}"}) {
            client.post().uri("/books").contentType(MediaType.APPLICATION_JSON).body(body)
                    .exchange().expectStatus().isBadRequest()
                    .expectBody().jsonPath("$.detail").isEqualTo("请求体读不懂：没有写、不是合格的 JSON，或者类型不对");
        }
    }

    @Test
    @DisplayName("清单里的提示跟着 Accept-Language，没有这个头就跟着 JVM")
    void language() {
        message(null).isEqualTo("不能为空");
        message("en").isEqualTo("must not be blank");
        message("zh-CN").isEqualTo("不能为空");
    }

    private JsonPathAssertions message(String language) {
        return client.post().uri("/books").contentType(MediaType.APPLICATION_JSON)
                .headers(headers -> {
                    if (language != null) {
                        headers.set("Accept-Language", language);
                    }
                })
                .body("{\"title\": \"\", \"price\": 1}").exchange()
                .expectStatus().isBadRequest()
                .expectBody().jsonPath("$.errors[0].message");
    }

    @Test
    @DisplayName("方法参数的校验也是同一种清单")
    void parameter() {
        client.post().uri("/books/1/orders?quantity=0").exchange()
                .expectStatus().isBadRequest()
                .expectBody().jsonPath("$.errors[0].field").isEqualTo("quantity")
                .jsonPath("$.errors[0].rule").isEqualTo("Positive");
    }

    @Test
    @DisplayName("扩展成员：还剩几本是数字，程序可以直接用")
    void extension() {
        client.post().uri("/books/2/orders?quantity=1").exchange()
                .expectStatus().isEqualTo(409)
                .expectBody().jsonPath("$.available").isEqualTo(0);
    }

    @Test
    @DisplayName("消息里的口令、地址不出现在响应里，日志里有")
    void noLeak(CapturedOutput log) {
        String body = client.get().uri("/books/1/report").exchange()
                .expectBody(String.class).returnResult().getResponseBody();
        assertThat(body)
                .doesNotContain("s3cret", "10.0.3.7", "IllegalState");
        await().atMost(Duration.ofSeconds(30)).until(() -> log.getAll().contains(
                "连不上 jdbc:postgresql://10.0.3.7:5432/bookstore，用户 app，口令 s3cret"));
    }

    @Test
    @DisplayName("校验器返回 Set：不承诺顺序")
    void violationsAreASet() throws Exception {
        assertThat(Validator.class.getMethod("validate", Object.class, Class[].class)
                .getReturnType()).isEqualTo(Set.class);
    }
}
