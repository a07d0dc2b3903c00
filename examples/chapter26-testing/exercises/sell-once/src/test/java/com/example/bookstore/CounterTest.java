package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CounterTest {

    /** 第一位顾客付款付到一半，第二位在另一个线程里来买。 */
    private static final class Meeting implements Till {

        private final AtomicInteger paid = new AtomicInteger();
        private Counter counter;
        private CompletableFuture<Boolean> second;
        private RuntimeException failure;

        @Override
        public void pay(long cents) {
            if (second == null) {
                second = new CompletableFuture<>();
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        second.complete(counter.sell(5900));
                    }
                    catch (Throwable ex) {
                        second.completeExceptionally(ex);
                    }
                });
                try {
                    second.get(10, TimeUnit.SECONDS);
                }
                catch (TimeoutException ex) {
                    throw new AssertionError("一位顾客付款的时候，另一位被挡住了");
                }
                catch (Exception ex) {
                    throw new AssertionError(ex);
                }
                if (failure != null) {
                    throw failure;
                }
            }
            paid.incrementAndGet();
        }
    }

    @Test
    @DisplayName("一位正在付款，另一位来买最后这一本：只卖一本，只收一次钱")
    void lastCopyIsSoldOnce() {
        Meeting till = new Meeting();
        till.counter = new Counter(1, till);
        boolean first = till.counter.sell(5900);
        assertThat(List.of(first, till.second.join())).as("谁买到了").containsExactlyInAnyOrder(true, false);
        assertThat(till.counter.stock()).isZero();
        assertThat(till.paid).as("收了几次钱").hasValue(1);
    }

    @Test
    @DisplayName("有两本：一位付款的时候，另一位不用等他")
    void nobodyWaitsForAnothersPayment() {
        Meeting till = new Meeting();
        till.counter = new Counter(2, till);
        assertThat(till.counter.sell(5900)).isTrue();
        assertThat(till.second.join()).isTrue();
        assertThat(till.counter.stock()).isZero();
        assertThat(till.paid).hasValue(2);
    }

    @Test
    @DisplayName("付款抛出什么，都原样抛出来，书还在")
    void failedPaymentGivesTheCopyBack() {
        for (Throwable failure : List.of(new IllegalStateException("卡里没有钱"), new LinkageError("收银台坏了"))) {
            List<Throwable> failures = new ArrayList<>(List.of(failure));
            Counter counter = new Counter(1, cents -> {
                if (!failures.isEmpty()) {
                    throw CounterTest.<RuntimeException>sneaky(failures.removeFirst());
                }
            });
            assertThatThrownBy(() -> counter.sell(5900)).isSameAs(failure);
            assertThat(counter.stock()).isEqualTo(1);
            assertThat(counter.sell(5900)).isTrue();
            assertThat(counter.sell(5900)).isFalse();
            assertThat(counter.stock()).isZero();
        }
    }

    @Test
    @DisplayName("付款付到一半，另一位买走了一本，这时付款失败：只还自己拿的那一本")
    void givesBackOnlyItsOwnCopy() {
        Meeting till = new Meeting();
        till.counter = new Counter(2, till);
        till.failure = new IllegalStateException("卡里没有钱");
        assertThatThrownBy(() -> till.counter.sell(5900)).isSameAs(till.failure);
        assertThat(till.second.join()).as("另一位买到了").isTrue();
        assertThat(till.counter.stock()).as("还剩几本").isEqualTo(1);
        assertThat(till.counter.sell(5900)).isTrue();
        assertThat(till.counter.sell(5900)).isFalse();
        assertThat(till.paid).as("收了几次钱").hasValue(2);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    @DisplayName("收多少钱，由顾客的价钱定")
    void paysThePrice() {
        List<Long> paid = new ArrayList<>();
        Counter counter = new Counter(3, paid::add);
        assertThat(counter.sell(5900)).isTrue();
        assertThat(counter.sell(4200)).isTrue();
        assertThat(counter.stock()).isEqualTo(1);
        assertThat(paid).containsExactly(5900L, 4200L);
    }

    @Test
    @DisplayName("两位顾客同时伸手，每个柜台上只有一本：每个柜台正好卖出一本")
    void twoCustomersAtTheSameInstant() throws Exception {
        AtomicInteger paid = new AtomicInteger();
        Counter[] counters = new Counter[200_000];
        Arrays.setAll(counters, i -> new Counter(1, cents -> paid.incrementAndGet()));
        AtomicIntegerArray sold = new AtomicIntegerArray(counters.length);
        AtomicInteger arrived = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
        Callable<Integer> customer = () -> {
            int round = 0;
            for (; round < counters.length && System.nanoTime() < end; round++) {
                arrived.incrementAndGet();
                for (int spins = 0; arrived.get() < 2 * (round + 1); spins++) { // 到齐了才伸手
                    if (spins > 1000) {
                        if (System.nanoTime() > end) {
                            return round;
                        }
                        Thread.yield();
                    }
                }
                if (counters[round].sell(5900)) {
                    sold.incrementAndGet(round);
                }
            }
            return round;
        };
        int rounds = Integer.MAX_VALUE;
        try (ExecutorService customers = Executors.newFixedThreadPool(2)) {
            for (Future<Integer> done : customers.invokeAll(List.of(customer, customer))) {
                rounds = Math.min(rounds, done.get());
            }
        }
        assertThat(rounds).isPositive();
        for (int i = 0; i < rounds; i++) {
            assertThat(sold.get(i)).as("第 %d 个柜台卖出几本", i).isEqualTo(1);
            assertThat(counters[i].stock()).as("第 %d 个柜台剩几本", i).isZero();
        }
        assertThat(paid.get()).as("收了几次钱").isBetween(rounds, rounds + 1);
    }
}
