package com.example.bookstore;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.error.BookstoreException;
import com.example.bookstore.error.ErrorCode;

import java.io.IOException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@BookstoreTest
@DisplayName("错误码")
class ErrorCodeTests {

    @Autowired
    RestTestClient client;

    @Test
    @DisplayName("每个错误码的 type 都打得开，内容与枚举一致")
    void everyTypeOpens() {
        Table table = new Table("错误码", "状态码", "标题", "type");
        for (ErrorCode code : ErrorCode.values()) {
            client.get().uri(code.type()).exchange().expectStatus().isOk()
                    .expectBody().jsonPath("$.code").isEqualTo(code.name())
                    .jsonPath("$.status").isEqualTo(code.status());
            table.row(code, code.status(), code.title(), code.type());
        }
        Recording.check("error-codes.txt", table.toString());
    }

    @Test
    @DisplayName("设了 context-path：相对的 type 里没有前缀，打不开")
    void underAContextPath() {
        try (var context = new SpringApplicationBuilder(BookstoreApplication.class).run(
                "--server.port=0", "--server.servlet.context-path=/shop",
                "--spring.autoconfigure.exclude=org.springframework.boot.micrometer."
                        + "observation.autoconfigure.ObservationAutoConfiguration",
                "--management.otlp.metrics.export.enabled=false")) {
            int port = ((WebServerApplicationContext) context).getWebServer().getPort();
            assertThat(Http.get(port, "/shop/books/404").body())
                    .contains("\"type\":\"/problems/book-not-found\"");
            assertThat(Http.get(port, "/shop/problems/book-not-found").statusCode()).isEqualTo(200);
            assertThat(Http.get(port, "/problems/book-not-found").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ErrorCode", "BookstoreException"})
    @DisplayName("错误码与业务异常属于业务：源码里没有 Spring，也没有 Servlet")
    void domainKnowsNoSpring(String type) throws IOException {
        assertThat(Recording.module()
                .resolve("src/main/java/com/example/bookstore/error/" + type + ".java"))
                .content().doesNotContain("springframework", "jakarta.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"type", "title", "status", "detail", "instance", "code", "traceId"})
    @DisplayName("扩展成员不能叫已经有的名字：不然响应里有两个 status")
    void reservedNames(String name) {
        BookstoreException ex = new BookstoreException(ErrorCode.OUT_OF_STOCK, "库存不够");
        assertThatIllegalArgumentException().isThrownBy(() -> ex.with(name, "paid"));
        assertThat(ex.properties()).isEmpty();
    }

    @Test
    @DisplayName("框架的状态码没有专门的错误码时，归到 400 或 500，不会没有")
    void fallback() {
        assertThat(ErrorCode.of(405))
                .isEqualTo(ErrorCode.METHOD_NOT_ALLOWED);
        assertThat(ErrorCode.of(400)).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(ErrorCode.of(404)).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(ErrorCode.of(418)).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(ErrorCode.of(504))
                .isEqualTo(ErrorCode.INTERNAL_ERROR);
    }
}
