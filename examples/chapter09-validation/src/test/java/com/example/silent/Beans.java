package com.example.silent;

import java.util.List;
import java.util.Map;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.validation.groups.Default;

import org.springframework.validation.annotation.Validated;

/** 成对的写法：前一个悄悄放过，后一个拦下。 */
final class Beans {

    private Beans() {
    }

    // region nested
    record Nested(@NotNull Draft draft) {
    }

    record NestedMended(@NotNull @Valid Draft draft) {
    }

    /** 类的字段上写 @Validated 编译不过，record 的组件上编译得过。 */
    record OnComponent(@NotNull @Validated Draft draft) {
    }
    // endregion nested

    // region elements
    record Elements(@NotEmpty List<Draft> drafts) {
    }

    record ElementsMended(@NotEmpty List<@Valid Draft> drafts) {
    }

    record NullElement(@NotEmpty List<@Valid Draft> drafts) {
    }

    record NullElementMended(@NotEmpty List<@NotNull @Valid Draft> drafts) {
    }

    record Keys(@Valid Map<Draft, Integer> stock) {
    }

    record KeysMended(Map<@Valid Draft, Integer> stock) {
    }
    // endregion elements

    record Nullable(@Size(min = 1, max = 60) String title) {
    }

    record NullableMended(@NotNull @Size(min = 1, max = 60) String title) {
    }

    interface OnPublish {
    }

    interface OnSave extends Default {
    }

    record Grouped(@NotBlank String title) {
    }

    // region assert
    record Asserted(int threshold, int off) {

        @AssertTrue
        boolean offBelowThreshold() {
            return off < threshold;
        }
    }

    record AssertedMended(int threshold, int off) {

        @AssertTrue
        boolean isOffBelowThreshold() {
            return off < threshold;
        }
    }
    // endregion assert
}
