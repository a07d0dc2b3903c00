package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.post.Markdown;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("一篇允许的长度之内，嵌套几千层也渲染得出来")
class MarkdownTests {

    static String[] nested() {
        return new String[] {">".repeat(49_000) + "x", "- ".repeat(24_000) + "x",
            "*a ".repeat(10_000) + " a*".repeat(10_000), "![".repeat(8_000) + "x" + "](a)".repeat(8_000)};
    }

    @ParameterizedTest
    @MethodSource("nested")
    void deepNestingDoesNotOverflowTheStack(String body) {
        Markdown markdown = new Markdown();
        assertThat(markdown.html(body)).isNotBlank();
        assertThat(markdown.text(body)).isNotBlank();
    }
}
