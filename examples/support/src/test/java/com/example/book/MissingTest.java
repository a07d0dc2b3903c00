package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class MissingTest {

    @Test
    void whatIsMissingSkipsTheTestAndSaysWhy() {
        assertThat(Missing.part("没有引擎", false)).hasMessage("没有引擎");
        assertThat(Missing.disable("没有引擎", false).isDisabled()).isTrue();
    }

    @Test
    void whereItIsRequiredItFails() {
        assertThatIllegalStateException().isThrownBy(() -> Missing.part("没有引擎", true)).withMessage("没有引擎");
    }
}
