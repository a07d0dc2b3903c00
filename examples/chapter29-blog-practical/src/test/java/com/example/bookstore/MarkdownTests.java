package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.post.Markdown;
import com.example.bookstore.post.PostForm;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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

    @Test
    @DisplayName("正文一开头就是缩进的代码块，存下来还是代码块")
    void aPostMayBeginWithIndentedCode() {
        PostForm form = new PostForm(" 标题 ", "    int a;\n    int b;\n\n说明 \n", " 标签 ", 0);
        assertThat(new Markdown().html(form.body())).contains("<pre><code>int a;\nint b;\n</code></pre>");
        assertThat(form.body()).endsWith("说明");
        assertThat(new PostForm("　", " \n　", " ", 0)).isEqualTo(PostForm.empty());
    }

    /** 补齐的空格子也算：6 KB 的 Markdown 能变成 9 MB 的页面。 */
    @Test
    @DisplayName("格子太多的表当作文字，平常的表还是表")
    void tooManyCellsAreText() {
        Markdown markdown = new Markdown();
        String head = "|a".repeat(1000) + "|\n" + "|-".repeat(1000) + "|\n";
        assertThat(markdown.html(head + "|x|\n".repeat(990))).doesNotContain("<table>").contains("|x|").hasSizeLessThan(20_000);
        assertThat(markdown.text(head + "|x|\n".repeat(2000))).contains("|x|");
        assertThat(markdown.html("|书|价|\n|-|-|\n" + "|x|1|\n".repeat(2000))).contains("<table>");
    }
}
