package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("额度：先预留，再结清")
class BudgetTests {

    private static final class Now extends Clock {

        private Instant instant = Instant.parse("2026-11-25T10:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return instant;
        }
    }

    private final Now now = new Now();
    private final Budget budget = new Budget(now, new StoreProperties(1000, 300, 500, false, Map.of()));

    @Test
    @DisplayName("结清之后按实际的算，第二次结清没有作用")
    void settles() {
        Budget.Reservation reservation = budget.reserve("li");
        assertThat(budget.used("li")).isEqualTo(300);
        reservation.settle(120);
        reservation.settle(5);
        assertThat(budget.used("li")).isEqualTo(120);
    }

    @Test
    @DisplayName("不知道用了多少，就按预留的算")
    void unknownCountsAsReserved() {
        budget.reserve("li").settle(0);
        assertThat(budget.used("li")).isEqualTo(300);
    }

    @Test
    @DisplayName("剩下的不够就拒绝，别人不受影响")
    void refuses() {
        for (int i = 0; i < 3; i++) {
            budget.reserve("li");
        }
        assertThatThrownBy(() -> budget.reserve("li")).isInstanceOf(Budget.BudgetExceededException.class)
                .hasMessage("今天的额度用完了");
        assertThat(budget.reserve("wang")).isNotNull();
    }

    @Test
    @DisplayName("过了零点重新算；昨天的结清不动今天的")
    void newDay() {
        Budget.Reservation yesterday = budget.reserve("li");
        now.instant = now.instant.plusSeconds(86_400);
        budget.reserve("li");
        yesterday.settle(999);
        assertThat(budget.used("li")).isEqualTo(300);
    }

    @Test
    @DisplayName("三十个人同时问，也只放进去三个")
    void together() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger admitted = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                threads.submit(() -> {
                    go.await(10, TimeUnit.SECONDS);
                    budget.reserve("li");
                    return admitted.incrementAndGet();
                });
            }
            go.countDown();
        }
        assertThat(admitted).hasValue(3);
    }
}
