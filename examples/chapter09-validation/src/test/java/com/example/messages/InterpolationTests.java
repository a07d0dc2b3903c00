package com.example.messages;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import com.example.book.Recording;
import com.example.book.Table;

import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("消息从哪里来、怎样拼")
class InterpolationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MessageSourceAutoConfiguration.class,
                    ValidationAutoConfiguration.class))
            .withPropertyValues("spring.messages.basename=probe-messages");

    // region keys
    record Keys(
            @NotNull(message = "{bookstore.period}") String onlyValidationMessages,
            @NotNull(message = "{probe.only}") String onlyMessages,
            @NotNull(message = "{bookstore.isbn}") String both,
            @NotNull(message = "{probe.none}") String neither,
            @NotBlank String standard) {
    }
    // endregion keys

    @Test
    @DisplayName("键先在 messages 里找，再到 ValidationMessages 里找")
    void sources() {
        runner.run(context -> {
            Table table = new Table("键写在哪里", "消息");
            Validator validator = context.getBean(Validator.class);
            for (var row : List.of(
                    List.of("只在 ValidationMessages", "onlyValidationMessages"),
                    List.of("只在 messages", "onlyMessages"),
                    List.of("两处都有", "both"),
                    List.of("两处都没有", "neither"),
                    List.of("标准的键，messages 里重写了", "standard"))) {
                table.row(row.get(0), message(validator, Keys.class, row.get(1), null));
            }
            Recording.check("message-sources.txt", table.toString());
        });
    }

    @Test
    @DisplayName("只有带语言的 probe-only_zh_CN：不生效；添一份空的、不带语言的，就生效")
    void onlyChinese() {
        LocaleContextHolder.setLocale(Locale.SIMPLIFIED_CHINESE);
        try {
            runner.withPropertyValues("spring.messages.basename=probe-only").run(context ->
                    assertThat(message(context.getBean(Validator.class), Keys.class,
                            "onlyMessages", null)).isEqualTo("{probe.only}"));
            runner.withPropertyValues("spring.messages.basename=probe-both").run(context ->
                    assertThat(message(context.getBean(Validator.class), Keys.class,
                            "onlyMessages", null)).isEqualTo("只写在 messages 里"));
        }
        finally {
            LocaleContextHolder.resetLocaleContext();
        }
    }

    @Test
    @DisplayName("请求的语言没有文件时，先退到 JVM 的语言，最后才是不带语言的那一份")
    void fallback() {
        Table table = new Table("文件", "JVM", "zh-CN 的请求得到");
        for (boolean hidden : List.of(true, false)) {
            for (Locale jvm : List.of(Locale.SIMPLIFIED_CHINESE, Locale.US)) {
                table.row(hidden ? "不带语言（中文）、_en" : "不带语言（中文）、_zh、_en",
                        jvm,
                        messageForChinese(jvm, hidden));
            }
        }
        Recording.check("language-fallback.txt", table.toString());
    }

    private String messageForChinese(Locale jvm, boolean hidden) {
        ClassLoader files = new FilteredClassLoader(new ClassPathResource(
                hidden ? "ValidationMessages_zh.properties" : "没有这个文件"));
        Locale before = Locale.getDefault();
        StringBuilder message = new StringBuilder();
        Locale.setDefault(jvm);
        LocaleContextHolder.setLocale(Locale.SIMPLIFIED_CHINESE);
        try {
            runner.withClassLoader(files).run(context -> message.append(message(
                    context.getBean(Validator.class), Keys.class, "onlyValidationMessages",
                    null)));
        }
        finally {
            LocaleContextHolder.resetLocaleContext();
            Locale.setDefault(before);
        }
        return message.toString();
    }

    private static String message(Validator validator, Class<?> type, String property,
            Object value) {
        try {
            return validator.validateValue(type, property, value).stream().findFirst()
                    .orElseThrow().getMessage();
        }
        catch (ValidationException ex) {
            return ex.getClass().getSimpleName() + ": " + ex.getMessage();
        }
    }

    // region templates
    record Templates(
            @Size(min = 2, max = 4, message = "{min} 到 {max} 个字")
            String attribute,
            @Size(max = 4, message = "“${validatedValue}”不止 {max} 个字")
            String value,
            @Size(max = 4, message = "${max > 1 ? '最多' : '只能'} {max} 个字")
            String expression,
            @Size(max = 4, message = "多了 ${validatedValue.length() - max} 个字")
            String method,
            @Size(max = 4, message = "上限是 \\{max\\}")
            String escaped) {
    }
    // endregion templates

    @Test
    @DisplayName("大括号是参数，美元大括号是表达式")
    void templates() throws Exception {
        Table table = new Table("模板", "消息");
        runner.run(context -> {
            for (var component : Templates.class.getRecordComponents()) {
                table.row(Templates.class.getDeclaredField(component.getName())
                                .getAnnotation(Size.class).message(),
                        message(context.getBean(Validator.class), Templates.class,
                                component.getName(), "深入理解计算机"));
            }
        });
        Recording.check("templates.txt", table.toString());
    }

    record InFiles(
            @Size(max = 4, message = "{probe.one-backslash}") String one,
            @Size(max = 4, message = "{probe.two-backslashes}") String two,
            @Size(max = 4, message = "不止 {max} 个字") String sameKey) {
    }

    @Test
    @DisplayName("properties 里一个反斜杠会被吃掉，要写两个")
    void escapedInAFile() {
        runner.run(context -> {
            Validator validator = context.getBean(Validator.class);
            assertThat(message(validator, InFiles.class, "one", "深入理解计算机"))
                    .isEqualTo("上限是 4");
            assertThat(message(validator, InFiles.class, "two", "深入理解计算机"))
                    .isEqualTo("上限是 {max}");
        });
    }

    @Test
    @DisplayName("messages 里有同名的键，空位填的是那个键：注解的属性与消息参数都一样")
    void sameKey() {
        runner.withPropertyValues("spring.messages.basename=probe-same-key").run(context -> {
            Validator validator = context.getBean(Validator.class);
            assertThat(message(validator, InFiles.class, "sameKey", "深入理解计算机"))
                    .isEqualTo("不止 最多 个字");
            assertThat(message(validator, Tags.class, "parameter", "玄幻"))
                    .isEqualTo("没有标签 标签");
        });
    }

    record Tags(
            @KnownTag(KnownTag.How.CONCATENATE) String concatenated,
            @KnownTag(KnownTag.How.CONCATENATE_WITH_EL) String withEl,
            @KnownTag(KnownTag.How.PARAMETER) String parameter) {
    }

    @Test
    @DisplayName("把用户写的字拼进模板")
    void injection() {
        Table table = new Table("用户写的标签", "带法", "消息");
        runner.run(context -> {
            Validator validator = context.getBean(Validator.class);
            for (String tag : List.of("玄幻", "${6 * 7}", "{probe.secret}",
                    "${validatedValue.getClass().getName()}")) {
                table.row(tag, "拼进模板",
                        message(validator, Tags.class, "concatenated", tag));
                table.row("", "拼进模板，开 EL",
                        message(validator, Tags.class, "withEl", tag));
                table.row("", "消息参数",
                        message(validator, Tags.class, "parameter", tag));
            }
        });
        Recording.check("injection.txt", table.toString());
    }

    @Test
    @DisplayName("GBK 的 properties：都不报错；校验器按 ISO-8859-1 读，Spring 按 UTF-8 读，都是乱码")
    void gbk(@TempDir Path folder) throws IOException {
        for (String file : List.of("ValidationMessages.properties", "gbk.properties")) {
            Files.write(folder.resolve(file),
                    "bookstore.isbn=要写 13 位的 ISBN".getBytes(Charset.forName("GBK")));
        }
        URL[] files = {folder.toUri().toURL()};
        // 藏起书店自己的几份，读到的才是 GBK 的那一份
        try (var hidden = new FilteredClassLoader(
                new ClassPathResource("ValidationMessages.properties"),
                new ClassPathResource("ValidationMessages_zh.properties"),
                new ClassPathResource("ValidationMessages_en.properties"));
                var loader = new URLClassLoader(files, hidden)) {
            var gbk = runner.withClassLoader(loader);
            gbk.withPropertyValues("spring.messages.basename=none").run(context ->
                    assertThat(message(context.getBean(Validator.class), Keys.class, "both",
                            null)).isEqualTo("ÒªÐ´ 13 Î»µÄ ISBN"));
            gbk.withPropertyValues("spring.messages.basename=gbk").run(context ->
                    assertThat(message(context.getBean(Validator.class), Keys.class, "both",
                            null)).isEqualTo("Ҫд 13 λ\uFFFD\uFFFD ISBN"));
        }
    }
}
