package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("GET /books/search?author=…&limit=…")
class SearchBooksTest {

    private final MockMvcTester mvc = MockMvcTester.of(new BookController());

    @Test
    @DisplayName("按作者找：余华有两本，刘慈欣有一本，每本都是完整的")
    void byAuthor() {
        assertThat(mvc.get().uri("/books/search").param("author", "余华")).hasStatusOk()
                .bodyJson().isStrictlyEqualTo("""
                        [{"id": 1, "title": "活着", "author": "余华"},
                         {"id": 3, "title": "许三观卖血记", "author": "余华"}]""");
        assertThat(mvc.get().uri("/books/search").param("author", "刘慈欣")).hasStatusOk()
                .bodyJson().isStrictlyEqualTo("""
                        [{"id": 2, "title": "三体", "author": "刘慈欣"}]""");
    }

    @Test
    @DisplayName("limit 可以不写，只写 limit= 也一样；给了值就最多返回这么多")
    void limited() {
        assertThat(mvc.get().uri("/books/search").param("author", "余华").param("limit", "1"))
                .hasStatusOk().bodyJson().extractingPath("$.length()").isEqualTo(1);
        // 先挑出这位作者的，再数够几本：余华的第二本排在全部书的第三
        assertThat(mvc.get().uri("/books/search").param("author", "余华").param("limit", "2"))
                .hasStatusOk().bodyJson().extractingPath("$.length()").isEqualTo(2);
        // 最多这么多，不够就有几本给几本
        assertThat(mvc.get().uri("/books/search").param("author", "余华").param("limit", "5"))
                .hasStatusOk().bodyJson().extractingPath("$.length()").isEqualTo(2);
        assertThat(mvc.get().uri("/books/search").param("author", "余华").param("limit", ""))
                .hasStatusOk().bodyJson().extractingPath("$.length()").isEqualTo(2);
    }

    @Test
    @DisplayName("没有这位作者：空数组，不是 404")
    void nobody() {
        assertThat(mvc.get().uri("/books/search").param("author", "无名氏")).hasStatusOk()
                .bodyJson().extractingPath("$.length()").isEqualTo(0);
    }

    @Test
    @DisplayName("author 是必填的：缺了就是 400")
    void authorIsRequired() {
        assertThat(mvc.get().uri("/books/search")).hasStatus(400);
    }

    @ParameterizedTest(name = "limit={0}")
    @ValueSource(strings = { "-1", "0", "-2147483648", "99999999999", "一" })
    @DisplayName("limit 不大于 0，或转不成 int：400，而不是 500")
    void limitIsAPositiveNumber(String limit) {
        assertThat(mvc.get().uri("/books/search").param("author", "余华").param("limit", limit)).hasStatus(400);
    }
}
