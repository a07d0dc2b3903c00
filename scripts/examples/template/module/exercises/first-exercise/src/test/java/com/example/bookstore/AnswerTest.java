package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// chapter-new-unfilled: tests that grade the exercise
class AnswerTest {

    @Test
    @DisplayName("value() 返回 42")
    void valueIsRight() {
        assertThat(new Answer().value()).isEqualTo(42);
    }
}
