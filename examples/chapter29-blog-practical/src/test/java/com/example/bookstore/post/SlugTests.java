package com.example.bookstore.post;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("地址里的名字")
class SlugTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "Spring Boot 4 发布|spring-boot-4-发布", "  搬家公告！ |搬家公告", "ＡＢＣ|abc", "a/b\\c?d#e|a-b-c-d-e",
            "../../etc/passwd|etc-passwd", "!!!|post", "😀|post", "100% 的|100-的"})
    void fromTitles(String title, String slug) {
        assertThat(Slug.of(title)).isEqualTo(slug);
    }

    @Test
    void longTitlesAreCutBetweenCharacters() {
        String slug = Slug.of("𠮷".repeat(100));
        assertThat(slug.codePointCount(0, slug.length())).isEqualTo(60);
    }
}
