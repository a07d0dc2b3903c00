package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.ReflectionTestUtils;

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
    private final Budget budget = new Budget(now, new StoreProperties(1000, 200, 500, false, Map.of()));

    @Test
    @DisplayName("结清之后按实际的算，第二次结清没有作用")
    void settles() {
        Budget.Reservation reservation = budget.reserve("li", 100);
        assertThat(budget.used("li")).isEqualTo(300);
        reservation.settle(120);
        reservation.settle(5);
        assertThat(budget.used("li")).isEqualTo(120);
    }

    @Test
    @DisplayName("不知道用了多少，就按预留的算")
    void unknownCountsAsReserved() {
        budget.reserve("li", 100).settle(0);
        assertThat(budget.used("li")).isEqualTo(300);
    }

    @Test
    @DisplayName("服务拒绝了，没有收钱：预留的还回去，之后再结清没有作用")
    void released() {
        Budget.Reservation reservation = budget.reserve("li", 100);
        reservation.release();
        reservation.settle(77);
        assertThat(budget.used("li")).isZero();
    }

    @Test
    @DisplayName("连回答都放不下了，开口之前就拒绝；放得下回答、放不下提问的，预留的时候拒绝")
    void admits() {
        budget.reserve("li", 600);
        budget.admit("li");
        assertThatThrownBy(() -> budget.reserve("li", 1)).isInstanceOf(Budget.BudgetExceededException.class);
        budget.reserve("li", 0);
        assertThatThrownBy(() -> budget.admit("li")).isInstanceOf(Budget.BudgetExceededException.class);
        assertThat(budget.used("li")).isEqualTo(1000);
    }

    @Test
    @DisplayName("剩下的不够就拒绝，别人不受影响")
    void refuses() {
        for (int i = 0; i < 3; i++) {
            budget.reserve("li", 100);
        }
        assertThatThrownBy(() -> budget.reserve("li", 100)).isInstanceOf(Budget.BudgetExceededException.class)
                .hasMessage("今天的额度用完了");
        assertThat(budget.reserve("wang", 100)).isNotNull();
    }

    @Test
    @DisplayName("过了零点重新算；昨天的结清不动今天的")
    void newDay() {
        Budget.Reservation yesterday = budget.reserve("li", 100);
        now.instant = now.instant.plusSeconds(86_400);
        budget.reserve("li", 100);
        yesterday.settle(999);
        assertThat(budget.used("li")).isEqualTo(300);
    }

    @Test
    @DisplayName("零点前看的钟，零点后才轮到：算在新的一天里，新的一天已经用的不丢")
    void midnight() {
        Instant before = Instant.parse("2026-11-25T23:59:59Z");
        now.instant = before.plusSeconds(1);
        budget.reserve("li", 100);
        now.instant = before;
        Budget.Reservation late = budget.reserve("li", 100);
        now.instant = before.plusSeconds(1);
        assertThat(budget.used("li")).isEqualTo(600);
        late.settle(50);
        assertThat(budget.used("li")).isEqualTo(350);
    }

    @Test
    @DisplayName("新的一天有人问，昨天的就都不留了")
    void forgetsYesterday() {
        Budget.Reservation yesterday = budget.reserve("li", 100);
        budget.reserve("wang", 100);
        now.instant = now.instant.plusSeconds(86_400);
        budget.reserve("zhao", 100);
        assertThat(customers()).containsExactly("zhao");
        yesterday.settle(999);
        assertThat(customers()).containsExactly("zhao");
        assertThat(budget.used("li")).isZero();
    }

    @Test
    @DisplayName("零点前看的钟，轮到时昨天的已经不留了：算在新的一天里，不会当作昨天一点也没有用")
    void midnightAfterForgetting() {
        Instant before = Instant.parse("2026-11-25T23:59:59Z");
        now.instant = before;
        budget.reserve("li", 700);
        now.instant = before.plusSeconds(1);
        budget.reserve("wang", 100);
        now.instant = before;
        budget.reserve("li", 700);
        now.instant = before.plusSeconds(1);
        assertThat(budget.used("li")).isEqualTo(900);
    }

    @Test
    @DisplayName("昨天的两千位，今天同时来问：一位不少，一位不重")
    void forgetsTogether() throws Exception {
        for (int i = 0; i < 2000; i++) {
            budget.reserve("customer " + i, 100);
        }
        now.instant = now.instant.plusSeconds(86_400);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2000; i++) {
                String customer = "customer " + i;
                threads.submit(() -> {
                    go.await(10, TimeUnit.SECONDS);
                    return budget.reserve(customer, 100);
                });
            }
            go.countDown();
        }
        for (int i = 0; i < 2000; i++) {
            assertThat(budget.used("customer " + i)).isEqualTo(300);
        }
    }

    private Set<String> customers() {
        return Set.copyOf(((ConcurrentHashMap<String, ?>) ReflectionTestUtils.getField(budget, "days")).keySet());
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
                    budget.reserve("li", 100);
                    return admitted.incrementAndGet();
                });
            }
            go.countDown();
        }
        assertThat(admitted).hasValue(3);
    }
}
