package com.example.bookstore;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.example.book.Recording;
import com.example.book.Table;

import com.example.bookstore.catalog.BookTitle;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.FutureOrPresent;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.BeanUtils;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("每种约束放过什么")
class NullMatrixTests {

    record Text(
            @NotNull String notNull,
            @NotEmpty String notEmpty,
            @NotBlank String notBlank,
            @Size(min = 1) String size,
            @Pattern(regexp = "\\S+") String pattern,
            @Pattern(regexp = "(?U)\\S+") String unicodePattern,
            @Email String email,
            @BookTitle String bookTitle,
            @Size(max = 2) String sizeMax2) {
    }

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
                new String[] {"email", "@Email"},
                new String[] {"bookTitle", "@BookTitle（书店自己的）"});
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
    @DisplayName("@Size 数的是 char：基本平面以外的一个字算两个")
    void sizeCountsUtf16() {
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            assertThat(passes(validator, "sizeMax2", "书店")).isEqualTo("过");
            assertThat(passes(validator, "sizeMax2", "\uD842\uDFB7野")).isEqualTo("-");
        }
    }

    @Test
    @DisplayName("@BookTitle：看不见的字，连同算作字母的填充符与空白符，再多也凑不成书名")
    void invisibleLetters() {
        List<String> invisible = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(Character::isLetterOrDigit)
                .filter(letter -> Character.getName(letter).matches(".* (FILLER|BLANK)"))
                .mapToObj(Character::toString).toList();
        assertThat(invisible).containsExactlyInAnyOrder("\u115F", "\u1160", "\u3164", "\uFFA0",
                Character.toString(0x13441), Character.toString(0x13442));
        List<String> notLetters = List.of("\u00AD", "\u034F", "\u17B4", "\u17B5", "\u180E",
                "\u200B", "\u2060", "\u2800", "\uFE0F", "\uFEFF");
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            for (String title : Stream.concat(invisible.stream(), notLetters.stream()).toList()) {
                assertThat(passes(validator, "bookTitle", title)).as("U+%04X", title.codePointAt(0))
                        .isEqualTo("-");
            }
            assertThat(passes(validator, "bookTitle", String.join("", invisible))).isEqualTo("-");
            assertThat(passes(validator, "bookTitle", "\u3164\n书")).isEqualTo("过");
        }
    }

    record Everything(
            @AssertFalse Boolean assertFalse, @AssertTrue Boolean assertTrue,
            @DecimalMax("1") BigDecimal decimalMax, @DecimalMin("1") BigDecimal decimalMin,
            @Digits(integer = 1, fraction = 1) BigDecimal digits, @Email String email,
            @Future LocalDate future, @FutureOrPresent LocalDate futureOrPresent,
            @Max(1) Integer max, @Min(1) Integer min,
            @Negative Integer negative, @NegativeOrZero Integer negativeOrZero,
            @NotBlank String notBlank, @NotEmpty String notEmpty, @NotNull String notNull,
            @Null String isNull, @Past LocalDate past, @PastOrPresent LocalDate pastOrPresent,
            @Pattern(regexp = "x") String pattern, @Positive Integer positive,
            @PositiveOrZero Integer positiveOrZero, @Size(min = 1) String size) {
    }

    @Test
    @DisplayName("22 个标准约束，值都是 null：只有三个不通过")
    void onlyThree() throws IOException {
        Object[] nulls = new Object[Everything.class.getRecordComponents().length];
        assertThat(standardConstraints()).hasSize(22).hasSameElementsAs(
                Arrays.stream(Everything.class.getDeclaredFields())
                        .map(field -> field.getAnnotations()[0].annotationType()
                                .getSimpleName()).toList());
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Everything everything = (Everything) BeanUtils.instantiateClass(
                    Everything.class.getDeclaredConstructors()[0], nulls);
            assertThat(factory.getValidator().validate(everything))
                    .extracting(violation -> violation.getPropertyPath().toString())
                    .containsExactlyInAnyOrder("notBlank", "notEmpty", "notNull");
        }
    }

    /** 标准包里的约束，从 jakarta.validation-api 的 jar 里数出来。 */
    private static List<String> standardConstraints() throws IOException {
        return Arrays.stream(new PathMatchingResourcePatternResolver()
                        .getResources("classpath:jakarta/validation/constraints/*.class"))
                .map(resource -> resource.getFilename().replace(".class", ""))
                .filter(name -> !name.contains("$") && !name.contains("-")).toList();
    }

    private static String passes(Validator validator, String property, String value) {
        return validator.validateValue(Text.class, property, value).isEmpty() ? "过" : "-";
    }
}
