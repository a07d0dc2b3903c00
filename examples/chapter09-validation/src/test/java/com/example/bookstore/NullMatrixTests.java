package com.example.bookstore;

import java.util.Arrays;
import java.util.List;

import com.example.book.Recording;
import com.example.book.Table;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("每种约束放过什么")
class NullMatrixTests {

    // region constraints
    record Text(
            @NotNull String notNull,
            @NotEmpty String notEmpty,
            @NotBlank String notBlank,
            @Size(min = 1) String size,
            @Pattern(regexp = "\\S+") String pattern,
            @Pattern(regexp = "(?U)\\S+") String unicodePattern,
            @Email String email,
            @Size(max = 2) String sizeMax2) {
    }
    // endregion constraints

    @Test
    @DisplayName("null、空串与四种看不见的字，各放过几种")
    void matrix() {
        List<String[]> rows = List.of(
                new String[] {"notNull", "@NotNull"},
                new String[] {"notEmpty", "@NotEmpty"},
                new String[] {"notBlank", "@NotBlank"},
                new String[] {"size", "@Size(min = 1)"},
                new String[] {"pattern", "@Pattern(\"\\\\S+\")"},
                new String[] {"unicodePattern", "@Pattern(\"(?U)\\\\S+\")"},
                new String[] {"email", "@Email"});
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            Table table = new Table("约束", "null", "空串", "空格", "全角空格", "U+00A0",
                    "U+200B");
            for (String[] row : rows) {
                Object[] cells = Arrays.stream(new String[] {null, "", " ", "\u3000", "\u00A0",
                                "\u200B"})
                        .map(value -> passes(validator, row[0], value)).toArray();
                table.row(row[1], cells[0], cells[1], cells[2], cells[3], cells[4],
                        cells[5]);
            }
            Recording.check("null-matrix.txt", table.toString());
        }
    }

    @Test
    @DisplayName("@Size 数的是 UTF-16 单元：一个 emoji 或生僻字算两个")
    void sizeCountsUtf16() {
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            assertThat(passes(validator, "sizeMax2", "书店")).isEqualTo("过");
            assertThat(passes(validator, "sizeMax2", "\uD842\uDFB7野")).isEqualTo("-");
        }
    }

    private static String passes(Validator validator, String property, String value) {
        return validator.validateValue(Text.class, property, value).isEmpty() ? "过" : "-";
    }
}
