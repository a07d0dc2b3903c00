package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@DisplayName("GET /books/{id}")
class FindBookTest {

    private final MockMvcTester mvc = MockMvcTester.of(new BookController());

    @ParameterizedTest(name = "id={0}")
    @CsvSource({ "1, 活着, 余华", "2, 三体, 刘慈欣", "3, 许三观卖血记, 余华" })
    @DisplayName("有这本书：200 和它的 JSON，编号、书名、作者都在")
    void found(int id, String title, String author) {
        assertThat(mvc.get().uri("/books/" + id)).hasStatusOk()
                .bodyJson().isStrictlyEqualTo("""
                        {"id": %d, "title": "%s", "author": "%s"}""".formatted(id, title, author));
    }

    @ParameterizedTest(name = "id={0}")
    @ValueSource(ints = { 99, 0, -1, Integer.MAX_VALUE })
    @DisplayName("没有这本书：404，而不是 200 加空内容，也不是 500")
    void notFound(int id) {
        assertThat(mvc.get().uri("/books/" + id)).hasStatus(404);
    }

    @ParameterizedTest(name = "id={0}")
    @ValueSource(strings = { "two", "99999999999" })
    @DisplayName("id 转不成 int：400")
    void notANumber(String id) {
        assertThat(mvc.get().uri("/books/" + id)).hasStatus(400);
    }

    @Test
    @DisplayName("列表接口照旧")
    void listStillWorks() {
        assertThat(mvc.get().uri("/books")).hasStatusOk()
                .bodyJson().extractingPath("$.length()").isEqualTo(3);
    }
}
