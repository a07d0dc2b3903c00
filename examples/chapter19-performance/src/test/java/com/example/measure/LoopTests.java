package com.example.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Isolated
class LoopTests {

    @Test
    void closedLoopWaitsForTheAnswer() {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Latencies latencies = ClosedLoop.run(3, 5, Duration.ZERO, () -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            Thread.sleep(5);
            return underWay.decrementAndGet();
        });
        assertThat(latencies.size()).isEqualTo(15);
        assertThat(most).hasValueLessThanOrEqualTo(3);
        assertThat(latencies.percentile(1)).isGreaterThanOrEqualTo(Duration.ofMillis(5));
    }

    /** A request can leave a permit behind, a CompletableFuture's sometimes does: a single parkNanos would return at once. */
    @Test
    void closedLoopPausesInFull() {
        long start = System.nanoTime();
        ClosedLoop.run(1, 5, Duration.ofMillis(20), () -> {
            LockSupport.unpark(Thread.currentThread());
            return null;
        });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void openLoopDoesNotWait() {
        CountDownLatch all = new CountDownLatch(10);
        // Each request ends when all ten are under way: a closed loop of one client would wait for ever.
        Latencies latencies = OpenLoop.run(10, Duration.ofMillis(1), () -> {
            all.countDown();
            assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
            return null;
        });
        assertThat(latencies.size()).isEqualTo(10);
    }

    @Test
    void openLoopKeepsItsTimes() {
        long start = System.nanoTime();
        OpenLoop.run(20, Duration.ofMillis(10), () -> null);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(190));
    }

    @Test
    void failuresAreNotFast() {
        AtomicInteger number = new AtomicInteger();
        assertThatIllegalStateException().isThrownBy(() -> ClosedLoop.run(1, 10, Duration.ZERO, () -> {
            if (number.incrementAndGet() % 5 == 0) {
                throw new IllegalStateException("503");
            }
            return null;
        })).withMessage("2 个请求失败，这次压测不算数").withRootCauseInstanceOf(IllegalStateException.class);
    }

    /** What an assertion throws is no Exception: it counts as a failure all the same. */
    @Test
    void errorsAreFailures() {
        Callable<?> wrongPage = () -> assertThat(500).isEqualTo(200);
        assertThatIllegalStateException().isThrownBy(() -> ClosedLoop.run(2, 3, Duration.ZERO, wrongPage))
                .withMessage("6 个请求失败，这次压测不算数").withCauseInstanceOf(AssertionError.class);
        assertThatIllegalStateException().isThrownBy(() -> OpenLoop.run(3, Duration.ofMillis(1), wrongPage))
                .withMessage("3 个请求失败，这次压测不算数").withCauseInstanceOf(AssertionError.class);
    }

    /** Both schedules last ten minutes: who stops the test run must not wait for their end. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void interruptedLoadStops(boolean open) throws InterruptedException {
        AtomicInteger requests = new AtomicInteger();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread load = Thread.ofPlatform().start(() -> {
            try {
                if (open) {
                    OpenLoop.run(600, Duration.ofSeconds(1), requests::incrementAndGet);
                }
                else {
                    ClosedLoop.run(2, 600, Duration.ofSeconds(1), requests::incrementAndGet);
                }
            }
            catch (IllegalStateException ex) {
                thrown.set(ex);
            }
        });
        while (requests.get() == 0) {
            Thread.sleep(5);
        }
        load.interrupt();
        assertThat(load.join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.get()).hasMessage("压测被中断，没有做完，这次不算数");
        assertThat(requests).hasValueLessThan(60);
    }
}
