package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.CannotCreateTransactionException;

@DisplayName("一起来的里面有人出错，说得出是第几个、为什么")
class TogetherTests {

    @Test
    void tellsWhoAndWhy() {
        AtomicInteger number = new AtomicInteger();
        SQLTransientConnectionException busy = new SQLTransientConnectionException("request timed out after 3000ms");
        assertThatThrownBy(() -> RunningStore.together(50, () -> {
            if (number.incrementAndGet() % 10 == 0) {
                throw new CannotCreateTransactionException("Could not open JDBC Connection", busy);
            }
            return true;
        })).isInstanceOf(AssertionError.class).hasRootCause(busy)
                .hasMessageContaining("50 个里有 5 个出错")
                .hasMessageContaining("CannotCreateTransactionException: Could not open JDBC Connection")
                .hasMessageContaining("SQLTransientConnectionException: request timed out after 3000ms=5");
    }

    @Test
    void nobodyFails() {
        AtomicInteger number = new AtomicInteger();
        assertThat(RunningStore.together(20, number::incrementAndGet)).hasSize(20).doesNotHaveDuplicates();
    }
}
