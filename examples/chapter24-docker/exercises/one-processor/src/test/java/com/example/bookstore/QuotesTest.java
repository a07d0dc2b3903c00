package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("一个处理器也不排队")
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuotesTest {

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch ninth = new CountDownLatch(1);

    private static List<String> suppliers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "供应商 " + i).toList();
    }

    @Test
    @DisplayName("容器里只有一个处理器")
    void oneProcessor() {
        assertThat(Runtime.getRuntime().availableProcessors()).isEqualTo(1);
    }

    @Test
    @DisplayName("八家同时在答：凑不齐八家就不答")
    void eightAtOnce() {
        CyclicBarrier eight = new CyclicBarrier(8);
        assertThat(new Quotes().ask(suppliers(8), name -> {
            try {
                eight.await(3, TimeUnit.SECONDS);
                return 1;
            }
            catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
                throw new IllegalStateException("没有凑齐八家", ex);
            }
        })).hasSize(8);
    }

    @Test
    @DisplayName("二十四家：同时不超过八家，顺序不变")
    void notMoreThanEight() {
        List<Integer> prices = new Quotes().ask(suppliers(24), this::answer);
        assertThat(prices).isEqualTo(IntStream.range(0, 24).boxed().toList());
        assertThat(most.get()).isLessThanOrEqualTo(8);
    }

    @Test
    @DisplayName("两个人同时各问十二家：加起来也不超过八家")
    void twoCallers() {
        Quotes quotes = new Quotes();
        var other = new FutureTask<>(() -> quotes.ask(suppliers(12), this::answer));
        Thread.ofPlatform().start(other);
        assertThat(quotes.ask(suppliers(12), this::answer)).isEqualTo(IntStream.range(0, 12).boxed().toList());
        assertThat(other).succeedsWithin(Duration.ofSeconds(20));
        assertThat(most.get()).as("两次调用加起来，同时在答的家数").isLessThanOrEqualTo(8);
    }

    /** 每家都等一会儿，看第九家会不会同时来。 */
    private int answer(String name) {
        if (most.accumulateAndGet(running.incrementAndGet(), Math::max) > 8) {
            ninth.countDown();
        }
        try {
            ninth.await(200, TimeUnit.MILLISECONDS);
        }
        catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        finally {
            running.decrementAndGet();
        }
        return Integer.parseInt(name.substring(4));
    }

    @Test
    @DisplayName("先问的后答：结果的顺序还是与供应商一样")
    void inOrder() {
        CountDownLatch others = new CountDownLatch(7);
        assertThat(new Quotes().ask(suppliers(8), name -> {
            int number = Integer.parseInt(name.substring(4));
            if (number > 0) {
                others.countDown();
                return number;
            }
            try {
                assertThat(others.await(3, TimeUnit.SECONDS)).as("另外七家答过了").isTrue();
            }
            catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
            return number;
        })).isEqualTo(IntStream.range(0, 8).boxed().toList());
    }

    @Test
    @DisplayName("出过错之后，照样同时问八家")
    void afterFailures() {
        Quotes quotes = new Quotes();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> quotes.ask(suppliers(3), name -> {
                throw new IllegalArgumentException("报价系统停了");
            })).hasStackTraceContaining("报价系统停了");
        }
        CyclicBarrier eight = new CyclicBarrier(8);
        assertThat(quotes.ask(suppliers(8), name -> {
            try {
                eight.await(3, TimeUnit.SECONDS);
                return 1;
            }
            catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
                throw new IllegalStateException("没有凑齐八家", ex);
            }
        })).hasSize(8);
    }

    @ParameterizedTest(name = "第 {0} 家出错")
    @ValueSource(ints = {0, 1, 2})
    @DisplayName("三家里有一家出错，说得出是为什么，不当没有这一家")
    void failure(int failing) {
        assertThatThrownBy(() -> new Quotes().ask(suppliers(3), name -> {
            int number = Integer.parseInt(name.substring(4));
            if (number == failing) {
                throw new IllegalArgumentException("报价系统停了");
            }
            return number;
        })).hasStackTraceContaining("报价系统停了");
    }
}
