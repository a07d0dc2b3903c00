package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimeoutBudgetTest {

    private long now = Long.MAX_VALUE - 100;
    private final TimeoutBudget budget = new TimeoutBudget(Duration.ofSeconds(2), () -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) (seconds * 1000));
    }

    @Test
    @DisplayName("时间还多：用服务自己的上限")
    void ownLimit() {
        assertThat(budget.next(seconds(1))).isEqualTo(seconds(1));
        pass(seconds(0.3));
        assertThat(budget.next(seconds(1))).isEqualTo(seconds(1));
    }

    @Test
    @DisplayName("剩下的比上限少：用剩下的")
    void whatIsLeft() {
        pass(seconds(1.5));
        assertThat(budget.next(seconds(1))).isEqualTo(seconds(0.5));
    }

    @Test
    @DisplayName("三次调用都慢到超时，合起来不超过两秒")
    void threeSlowCalls() {
        Duration waited = Duration.ZERO;
        int calls = 0;
        try {
            for (; calls < 3; calls++) {
                Duration timeout = budget.next(seconds(0.8));
                waited = waited.plus(timeout);
                pass(timeout);
            }
        }
        catch (BudgetSpentException ex) {
            assertThat(calls).isEqualTo(3);
        }
        assertThat(waited).isEqualTo(seconds(2));
    }

    @Test
    @DisplayName("剩下不到 50 毫秒：不再调用")
    void tooShort() {
        pass(seconds(1.95));
        assertThat(budget.next(seconds(1))).isEqualTo(seconds(0.05));
        pass(Duration.ofNanos(1));
        assertThatExceptionOfType(BudgetSpentException.class).isThrownBy(() -> budget.next(seconds(1)));
    }

    @Test
    @DisplayName("已经超过了：也是不再调用，而不是负的超时")
    void overdrawn() {
        pass(seconds(5));
        assertThatExceptionOfType(BudgetSpentException.class).isThrownBy(() -> budget.next(seconds(1)));
    }

    @Test
    @DisplayName("服务自己的上限就不到 50 毫秒，剩下的时间还多：用它的上限")
    void shortLimit() {
        assertThat(budget.next(Duration.ofMillis(30))).isEqualTo(Duration.ofMillis(30));
    }
}
