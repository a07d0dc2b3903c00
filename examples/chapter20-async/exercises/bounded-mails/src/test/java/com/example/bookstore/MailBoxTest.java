package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MailBoxTest {

    @Test
    @DisplayName("两封在寄，十封在等，第十三封不收")
    void full() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch sending = new CountDownLatch(2);
        try (MailBox box = new MailBox(10); AutoCloseable release = open::countDown) {
            for (int i = 0; i < 2; i++) {
                assertThat(box.offer(() -> {
                    sending.countDown();
                    pass(open);
                })).isTrue();
            }
            sending.await();
            for (int i = 0; i < 10; i++) {
                assertThat(box.offer(() -> pass(open))).isTrue();
            }
            assertThat(box.offer(() -> { })).as("第十三封收不收").isFalse();
        }
    }

    @Test
    @DisplayName("一百个人同时来，收下的都寄了，没收下的都知道")
    void load() {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger sending = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(1);
        try (MailBox box = new MailBox(10)) {
            try (ExecutorService customers = Executors.newFixedThreadPool(100)) {
                for (int i = 0; i < 1000; i++) {
                    customers.execute(() -> (box.offer(() -> {
                        most.accumulateAndGet(sending.incrementAndGet(), Math::max);
                        pass(open);
                        sending.decrementAndGet();
                        sent.incrementAndGet();
                    }) ? accepted : refused).incrementAndGet());
                }
            }
            open.countDown();
        }
        assertThat(accepted.get() + refused.get()).as("有答复的").isEqualTo(1000);
        assertThat(accepted.get()).as("收下了几封").isEqualTo(12);
        assertThat(sent.get()).as("寄出了几封").isEqualTo(accepted.get());
        assertThat(most.get()).as("几个线程同时在寄").isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("只剩一个位置，两个人同时来：正好收下一封")
    void lastPlace() throws Exception {
        // 一次不一定撞得上，三秒里不停地试
        for (long end = System.nanoTime() + 3_000_000_000L; System.nanoTime() < end;) {
            CountDownLatch open = new CountDownLatch(1);
            CountDownLatch sending = new CountDownLatch(2);
            AtomicInteger ready = new AtomicInteger();
            AtomicInteger accepted = new AtomicInteger();
            try (MailBox box = new MailBox(1); AutoCloseable release = open::countDown) {
                for (int i = 0; i < 2; i++) {
                    box.offer(() -> {
                        sending.countDown();
                        pass(open);
                    });
                }
                sending.await();
                Runnable customer = () -> {
                    ready.incrementAndGet();
                    while (ready.get() < 2) {
                        Thread.onSpinWait();
                    }
                    if (box.offer(() -> { })) {
                        accepted.incrementAndGet();
                    }
                };
                Thread other = Thread.ofPlatform().start(customer);
                customer.run();
                other.join();
            }
            assertThat(accepted.get()).as("两个人同时来，收下的").isEqualTo(1);
        }
    }

    @Test
    @DisplayName("寄完了的，寄的时候抛异常的，都不占着位置")
    void placesBecomeFree() throws Exception {
        try (MailBox box = new MailBox(1)) {
            for (int i = 0; i < 30; i++) {
                int number = i;
                long end = System.nanoTime() + 5_000_000_000L;
                while (!box.offer(() -> end(number % 3))) {
                    assertThat(System.nanoTime()).as("前面的信早已寄完或失败，还是不收").isLessThan(end);
                    Thread.sleep(1); // 前面的还没有寄完
                }
            }
        }
    }

    @Test
    @DisplayName("关信箱：收下的都寄完才返回")
    void closeWaits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        MailBox box = new MailBox(10);
        for (int i = 0; i < 5; i++) {
            assertThat(box.offer(() -> {
                pass(open);
                sent.incrementAndGet();
            })).isTrue();
        }
        Thread closing = Thread.ofPlatform().start(box::close);
        closing.join(500); // 信还在寄，它应当还在等
        boolean waits = closing.isAlive();
        open.countDown();
        closing.join();
        assertThat(waits).as("信没有寄完，还在等").isTrue();
        assertThat(sent.get()).as("寄出了几封").isEqualTo(5);
    }

    @Test
    @DisplayName("关信箱的人被中断：收下的照样都寄完")
    void closeIsInterrupted() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        MailBox box = new MailBox(10);
        for (int i = 0; i < 5; i++) {
            assertThat(box.offer(() -> {
                pass(open);
                sent.incrementAndGet();
            })).isTrue();
        }
        Thread closing = Thread.ofPlatform().start(box::close);
        closing.join(100);
        closing.interrupt();
        closing.join(300);
        open.countDown();
        closing.join();
        assertThat(sent.get()).as("寄出了几封").isEqualTo(5);
    }

    /** 0 是寄出去了，1 是抛异常，2 是抛错误。 */
    private static void end(int how) {
        if (how == 1) {
            throw new IllegalStateException("地址写错了");
        }
        if (how == 2) {
            throw new AssertionError("附件坏了");
        }
    }

    @Test
    @DisplayName("一封也不许等：两封在寄，第三封不收")
    void nobodyWaits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch sending = new CountDownLatch(2);
        try (MailBox box = new MailBox(0); AutoCloseable release = open::countDown) {
            for (int i = 0; i < 2; i++) {
                assertThat(box.offer(() -> {
                    sending.countDown();
                    pass(open);
                })).isTrue();
            }
            sending.await();
            assertThat(box.offer(() -> { })).as("第三封收不收").isFalse();
        }
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
