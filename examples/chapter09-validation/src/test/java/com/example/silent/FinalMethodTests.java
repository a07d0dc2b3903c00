package com.example.silent;

import com.example.book.Recording;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("public final 方法：启动时一行 WARN，用到注入的字段就是空指针")
class FinalMethodTests {

    static class Shelf {

        String put(String title) {
            return "上架了 " + title;
        }
    }

    @Validated
    static class FinalClerk {

        private final Shelf shelf;

        FinalClerk(Shelf shelf) {
            this.shelf = shelf;
        }

        public final String shelve(@NotBlank String title) {
            return shelf.put(title);
        }

        final String quiet(@NotBlank String title) {
            return "上架了";
        }

        public String check(@NotBlank String title) {
            return shelf.put(title);
        }
    }

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withBean(Shelf.class).withBean(FinalClerk.class);

    @Test
    @DisplayName("连对的书名也失败：方法在代理对象上执行，代理对象的字段是 null")
    void injectedField(CapturedOutput log) {
        runner.run(context -> {
            FinalClerk clerk = context.getBean(FinalClerk.class);
            Throwable failure = catchThrowable(() -> clerk.shelve("凤凰架构"));
            assertThat(failure).isInstanceOf(NullPointerException.class);
            assertThat(clerk.quiet("")).isEqualTo("上架了");
            assertThat(clerk.check("凤凰架构")).isEqualTo("上架了 凤凰架构");
            assertThatThrownBy(() -> clerk.check("")).isInstanceOf(ConstraintViolationException.class);
            Recording.check("final-method-npe.txt", failure.toString());
        });
        String warning = log.getAll().lines()
                .filter(line -> line.contains(" WARN ") && line.contains("Public final method"))
                .findFirst().orElseThrow();
        assertThat(log.getAll().lines().filter(line -> line.contains(" WARN ")))
                .noneMatch(line -> line.contains("quiet"));
        Recording.check("final-method-warn.txt",
                warning.substring(warning.indexOf("Public final method")));
    }
}
