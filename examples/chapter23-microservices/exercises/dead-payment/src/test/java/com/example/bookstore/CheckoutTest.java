package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CheckoutTest {

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean dead = new AtomicBoolean();
    private final Checkout checkout = new Checkout(() -> {
        calls.incrementAndGet();
        if (dead.get()) {
            throw new IllegalStateException("支付服务没有答复");
        }
        return "收据";
    });

    @Test
    @DisplayName("支付服务好好的，每个顾客都付得成")
    void healthy() {
        for (int i = 0; i < 100; i++) {
            assertThat(checkout.pay()).isEqualTo("收据");
        }
        assertThat(calls).hasValue(100);
    }

    @Test
    @DisplayName("支付服务死了，100 个顾客最多打扰它 10 次，其余的得到 Unavailable")
    void dead() {
        dead.set(true);
        for (int i = 0; i < 100; i++) {
            int before = calls.get();
            Throwable failure = catchThrowable(checkout::pay);
            if (calls.get() == before) {
                assertThat(failure).as("没有去调用的顾客").isInstanceOf(Checkout.Unavailable.class);
            }
            else {
                assertThat(failure).as("去调用过的顾客").hasMessage("支付服务没有答复");
            }
        }
        assertThat(calls.get()).isBetween(1, 10);
    }

    @Test
    @DisplayName("支付服务死了，100 个顾客同时来，也最多打扰它 10 次")
    void deadForACrowd() throws Exception {
        for (int round = 0; round < 20; round++) {
            AtomicInteger reached = new AtomicInteger();
            Checkout crowded = new Checkout(() -> {
                reached.incrementAndGet();
                Thread.yield();
                throw new IllegalStateException("支付服务没有答复");
            });
            CountDownLatch open = new CountDownLatch(1);
            List<Future<String>> customers = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(100)) {
                for (int i = 0; i < 100; i++) {
                    customers.add(threads.submit(() -> {
                        open.await();
                        return crowded.pay();
                    }));
                }
                open.countDown();
                int refused = 0;
                for (Future<String> customer : customers) {
                    Throwable failure = catchThrowable(() -> customer.get(30, TimeUnit.SECONDS)).getCause();
                    assertThat(failure).isInstanceOfAny(Checkout.Unavailable.class, IllegalStateException.class);
                    refused += failure instanceof Checkout.Unavailable ? 1 : 0;
                }
                // 一位顾客可以试几次，所以去调用过的顾客不比调用的次数多
                assertThat(refused).as("没有去调用的，得到 Unavailable").isBetween(100 - reached.get(), 99);
            }
            assertThat(reached.get()).isBetween(1, 10);
        }
    }

    @Test
    @DisplayName("支付服务活过来，之后的 500 个顾客里最多 50 个付不成")
    void recovers() {
        dead.set(true);
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(checkout::pay).isInstanceOf(RuntimeException.class);
        }
        dead.set(false);
        int lost = 0;
        for (int i = 0; i < 500; i++) {
            try {
                assertThat(checkout.pay()).isEqualTo("收据");
            }
            catch (Checkout.Unavailable ex) {
                lost++;
            }
        }
        assertThat(lost).as("付不成的").isLessThanOrEqualTo(50);
    }

    /** 当前线程到现在停下来等过几次：排队、睡觉、等锁里的通知都算。 */
    private static long waits() {
        return ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().threadId()).getWaitedCount();
    }

    @Test
    @DisplayName("四个顾客在等支付，第五个马上得到 Unavailable")
    void fifthDoesNotWait() throws Exception {
        CountDownLatch arrived = new CountDownLatch(4);
        CountDownLatch leave = new CountDownLatch(1);
        Checkout slow = new Checkout(() -> {
            arrived.countDown();
            try {
                leave.await(30, TimeUnit.SECONDS);
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return "收据";
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> four = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                four.add(threads.submit(slow::pay));
            }
            try {
                assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
                // 一百个“第五个”一个接一个地来：谁也没有等。数的是线程停下来等了几次，与机器快慢无关
                FutureTask<Long> fifths = new FutureTask<>(() -> {
                    long before = waits();
                    for (int i = 0; i < 100; i++) {
                        assertThatThrownBy(slow::pay).isInstanceOf(Checkout.Unavailable.class);
                    }
                    return waits() - before;
                });
                Thread.ofPlatform().daemon().start(fifths);
                assertThat(fifths.get(10, TimeUnit.SECONDS)).as("第五个停下来等了几次").isZero();
            }
            finally {
                leave.countDown();
            }
            for (Future<String> each : four) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("收据");
            }
        }
    }
}
