package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TokensTest {

    @Test
    @DisplayName("二十个问题同时来，额度够三个：放进去的不超过三个，也不少于三个")
    void together() throws Exception {
        Tokens tokens = new Tokens(300, 100);
        CountDownLatch allDecided = new CountDownLatch(20);
        AtomicInteger models = new AtomicInteger();
        List<Future<Boolean>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                answers.add(threads.submit(() -> {
                    boolean[] counted = {false};
                    boolean asked = tokens.ask("li", () -> {
                        counted[0] = true;
                        models.incrementAndGet();
                        allDecided.countDown();
                        // 回答还没有来，别的问题先到了
                        await(allDecided);
                        return 100;
                    });
                    if (!counted[0]) {
                        allDecided.countDown();
                    }
                    return asked;
                }));
            }
        }
        long asked = 0;
        for (Future<Boolean> answer : answers) {
            asked += answer.get() ? 1 : 0;
        }
        assertThat(models).as("模型收到几次").hasValue(3);
        assertThat(asked).as("说问了的有几个").isEqualTo(3);
        assertThat(tokens.used("li")).as("用了多少").isEqualTo(300);
    }

    @Test
    @DisplayName("只够一个问题，两个同时来，一遍又一遍：每次都只放进去一个")
    void lastPlace() throws Exception {
        Tokens tokens = new Tokens(100, 100);
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        Callable<Integer> customer = () -> {
            int rounds = 0;
            for (; rounds < 20_000 && System.nanoTime() < end; rounds++) {
                int both = 2 * (rounds + 1);
                arrived.incrementAndGet();
                // 不睡着等，两个才会在同一刻动手
                while (arrived.get() < both && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                if (tokens.ask("customer-" + rounds, () -> 100)) {
                    asked.incrementAndGet();
                }
            }
            return rounds;
        };
        int rounds;
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Integer> one = threads.submit(customer);
            Future<Integer> other = threads.submit(customer);
            rounds = Math.max(one.get(), other.get());
        }
        assertThat(asked.get()).as("两个人抢了 %d 次，放进去几个", rounds).isEqualTo(rounds);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(3, TimeUnit.SECONDS)).as("一个在问模型，别的 3 秒之内也有了结果，没有被它堵住").isTrue();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("用得少的，多预留的要还回来")
    void givesBack() {
        Tokens tokens = new Tokens(300, 100);
        for (int i = 0; i < 10; i++) {
            assertThat(tokens.ask("li", () -> 20)).isTrue();
        }
        assertThat(tokens.used("li")).isEqualTo(200);
    }

    @Test
    @DisplayName("两个一起问，一遍又一遍，每次都用得少：还回来的一次也不丢")
    void givesBackTogether() throws Exception {
        Tokens tokens = new Tokens(Long.MAX_VALUE / 2, 100);
        CountDownLatch both = new CountDownLatch(2);
        Callable<Long> customer = () -> {
            both.countDown();
            both.await();
            long asked = 0;
            long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            while (asked < 200_000 && System.nanoTime() < end) {
                tokens.ask("li", () -> 1);
                asked++;
            }
            return asked;
        };
        long asked;
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Long> one = threads.submit(customer);
            Future<Long> other = threads.submit(customer);
            asked = one.get() + other.get();
        }
        assertThat(tokens.used("li")).as("问了 %d 次，每次用 1 个", asked).isEqualTo(asked);
    }

    @Test
    @DisplayName("问失败了，异常原样出来，按预留的算；是 Error 也一样")
    void failed() {
        Tokens tokens = new Tokens(300, 100);
        IllegalStateException timeout = new IllegalStateException("timeout");
        assertThatThrownBy(() -> tokens.ask("li", () -> {
            throw timeout;
        })).isSameAs(timeout);
        assertThat(tokens.used("li")).isEqualTo(100);
        StackOverflowError error = new StackOverflowError();
        assertThatThrownBy(() -> tokens.ask("li", () -> {
            throw error;
        })).isSameAs(error);
        assertThat(tokens.used("li")).isEqualTo(200);
    }

    @Test
    @DisplayName("各人的额度不相干；放不下的，还有额度为 0 的，一次也不问模型")
    void others() {
        Tokens tokens = new Tokens(100, 100);
        assertThat(tokens.ask("li", () -> 100)).isTrue();
        assertThat(tokens.ask("li", TokensTest::mustNotBeAsked)).isFalse();
        assertThat(tokens.ask("wang", () -> 100)).isTrue();
        assertThat(new Tokens(0, 100).ask("li", TokensTest::mustNotBeAsked)).isFalse();
    }

    private static long mustNotBeAsked() {
        throw new AssertionError("放不下的，却问了模型");
    }
}
