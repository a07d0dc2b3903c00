package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RushTest {

    @Test
    @DisplayName("店停一秒，这一秒里来的顾客都等了，不是只有一位")
    void pause() {
        AtomicInteger customers = new AtomicInteger();
        AtomicLong closedUntil = new AtomicLong(System.nanoTime());
        List<Duration> waits = Rush.run(150, Duration.ofMillis(10), () -> {
            if (customers.incrementAndGet() == 20) {
                closedUntil.set(System.nanoTime() + 1_000_000_000L);
            }
            for (long left; (left = closedUntil.get() - System.nanoTime()) > 0;) {
                LockSupport.parkNanos(left);
            }
        });
        assertThat(waits).hasSize(150).as("还没有来，不会已经得到答复").noneMatch(Duration::isNegative);
        assertThat(waits.stream().filter(wait -> wait.toMillis() > 100).count()).isBetween(60L, 125L);
    }

    @Test
    @DisplayName("顾客按时来：前面的没有得到答复，后面的照样来")
    void together() {
        // More than a pool of a hundred or two hundred threads can look after.
        CountDownLatch all = new CountDownLatch(300);
        Thread sender = Thread.currentThread();
        Rush.run(300, Duration.ofMillis(1), () -> {
            all.countDown();
            try {
                // As long as the sender itself serves a customer, it sends no other one: no need to wait for them.
                if (!all.await(Thread.currentThread() == sender ? 0 : 5, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("后面的顾客没有来");
                }
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(all.getCount()).isZero();
    }

    @Test
    @DisplayName("等待从顾客来的那一刻算起：还没有轮到他的时候，他也在等")
    void fromTheMomentOfComing() {
        int busy = Runtime.getRuntime().availableProcessors();
        int others = 50;
        AtomicInteger came = new AtomicInteger();
        AtomicLong answered = new AtomicLong();
        long begin = System.nanoTime();
        List<Duration> waits = Rush.run(busy + others, Duration.ofMillis(1), () -> {
            if (came.incrementAndGet() > busy) {
                answered.addAndGet(System.nanoTime() - begin);
                return;
            }
            // The first ones keep every processor busy and do not let go: virtual threads have to wait for one.
            for (long end = System.nanoTime() + 600_000_000L; System.nanoTime() < end;) {
                Thread.onSpinWait();
            }
        });
        // The i-th comes after i milliseconds; up to a fifth of a second may pass before the first one comes.
        long late = answered.get() / 1_000_000 - IntStream.range(busy, busy + others).sum() - others * 200;
        assertThat(waits.stream().skip(busy).mapToLong(Duration::toMillis).sum())
                .as("后来的 %d 位等的时间加起来，毫秒", others).isGreaterThan(late / 2);
    }

    @Test
    @DisplayName("先来的在前")
    void order() {
        AtomicInteger customers = new AtomicInteger();
        // The second waits longest, and is answered last: sorted by their waits, or as answered, it would not be second.
        List<Duration> waits = Rush.run(4, Duration.ofMillis(100), () -> {
            if (customers.incrementAndGet() == 2) {
                long end = System.nanoTime() + 900_000_000;
                for (long left; (left = end - System.nanoTime()) > 0;) {
                    LockSupport.parkNanos(left);
                }
            }
        });
        assertThat(waits).hasSize(4);
        assertThat(waits.get(1)).isGreaterThan(waits.get(0)).isGreaterThan(waits.get(2)).isGreaterThan(waits.get(3));
    }

    @Test
    @DisplayName("没有得到答复的，不能悄悄漏掉，断言失败的也一样")
    void failure() {
        assertThatThrownBy(() -> Rush.run(3, Duration.ofMillis(1), () -> {
            throw new IllegalArgumentException("关门了");
        })).satisfies(because(IllegalArgumentException.class, "关门了"));
        assertThatThrownBy(() -> Rush.run(3, Duration.ofMillis(1), () -> {
            throw new AssertionError("不是 200");
        })).satisfies(because(AssertionError.class, "不是 200"));
        AtomicInteger customers = new AtomicInteger();
        assertThatThrownBy(() -> Rush.run(3, Duration.ofMillis(50), () -> {
            if (customers.incrementAndGet() == 2) {
                throw new IllegalArgumentException("只有第二位没有得到答复");
            }
        })).satisfies(because(IllegalArgumentException.class, "只有第二位没有得到答复"));
    }

    /** The shop's own exception is thrown, or is the cause of what is thrown, or suppressed: its words alone are not enough. */
    private static Consumer<Throwable> because(Class<? extends Throwable> type, String message) {
        return thrown -> assertThat(all(thrown)).as("店抛出的异常在不在里面：%s", thrown)
                .anyMatch(one -> one.getClass() == type && message.equals(one.getMessage()));
    }

    private static Stream<Throwable> all(Throwable thrown) {
        return thrown == null ? Stream.empty() : Stream.concat(Stream.of(thrown), Stream.concat(
                all(thrown.getCause()), Arrays.stream(thrown.getSuppressed()).flatMap(RushTest::all)));
    }
}
