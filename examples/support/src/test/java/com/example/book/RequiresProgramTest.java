package com.example.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class RequiresProgramTest {

    private static final String MISSING = "no-such-program-anywhere";

    @Test
    void aProgramThatAnswersLetsTheTestRun() {
        assertThat(RequiresProgram.Condition.evaluate("java", "--version", true).isDisabled()).isFalse();
    }

    @Test
    void aProgramIsAskedTheWayItAnswers() {
        assertThat(RequiresProgram.Condition.evaluate("java", "-version", false).isDisabled()).isFalse();
        assertThat(RequiresProgram.Condition.evaluate("java", "--no-such-option", false).isDisabled()).isTrue();
    }

    @Test
    void aMissingProgramSkipsTheTestAndSaysWhy() {
        var result = RequiresProgram.Condition.evaluate(MISSING, "--version", false);
        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).hasValueSatisfying(reason -> assertThat(reason).contains(MISSING));
    }

    @Test
    void whereItIsRequiredAMissingProgramFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RequiresProgram.Condition.evaluate(MISSING, "--version", true))
                .withMessageContaining(MISSING);
    }
}
