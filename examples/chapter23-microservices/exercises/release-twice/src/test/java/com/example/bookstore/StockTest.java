package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StockTest {

    private final Stock stock = new Stock();

    @BeforeEach
    void fill() {
        stock.put("111", 10);
    }

    @Test
    @DisplayName("占一本少一本，放一本多一本")
    void reserveAndRelease() {
        assertThat(stock.reserve("a", "111")).isTrue();
        assertThat(stock.left("111")).isEqualTo(9);
        stock.release("a", "111");
        assertThat(stock.left("111")).isEqualTo(10);
    }

    @Test
    @DisplayName("没有货就占不到")
    void soldOut() {
        stock.put("222", 0);
        assertThat(stock.reserve("a", "222")).isFalse();
        stock.release("a", "222");
        assertThat(stock.left("222")).isZero();
    }

    @Test
    @DisplayName("没有占到的订单再来一次，补了货也还是占不到")
    void noStockIsRemembered() {
        stock.put("222", 0);
        assertThat(stock.reserve("a", "222")).isFalse();
        stock.put("222", 1);
        assertThat(stock.reserve("a", "222")).isFalse();
        assertThat(stock.reserve("b", "222")).isTrue();
    }

    @Test
    @DisplayName("放的时候说错了书，放回的是占着的那一本")
    void releaseOfAnotherBook() {
        stock.put("222", 0);
        stock.reserve("a", "111");
        stock.release("a", "222");
        assertThat(stock.left("111")).isEqualTo(10);
        assertThat(stock.left("222")).isZero();
    }

    @Test
    @DisplayName("同一张订单占两次，只少一本，两次都说占到了")
    void reserveTwice() {
        assertThat(stock.reserve("a", "111")).isTrue();
        assertThat(stock.reserve("a", "111")).isTrue();
        assertThat(stock.left("111")).isEqualTo(9);
    }

    @Test
    @DisplayName("同一张订单放两次，只多一本")
    void releaseTwice() {
        stock.reserve("a", "111");
        stock.release("a", "111");
        stock.release("a", "111");
        assertThat(stock.left("111")).isEqualTo(10);
    }

    @Test
    @DisplayName("占过、放过之后，又来一次的也占不到")
    void reserveAgainAfterRelease() {
        assertThat(stock.reserve("a", "111")).isTrue();
        stock.release("a", "111");
        assertThat(stock.reserve("a", "111")).isFalse();
        assertThat(stock.left("111")).isEqualTo(10);
    }

    @Test
    @DisplayName("先放后占：迟到的占不到，库存不变")
    void releaseFirst() {
        stock.release("a", "111");
        assertThat(stock.reserve("a", "111")).isFalse();
        assertThat(stock.left("111")).isEqualTo(10);
    }

    @Test
    @DisplayName("一百张订单同时来，每张都来两次，十本书正好占掉十本，全放回去还是十本")
    void together() {
        AtomicInteger reserved = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 200; i++) {
                String order = "o" + i / 2;
                boolean first = i % 2 == 0;
                threads.submit(() -> {
                    if (stock.reserve(order, "111") && first) {
                        reserved.incrementAndGet();
                    }
                });
            }
        }
        assertThat(stock.left("111")).isZero();
        assertThat(reserved.get()).as("说占到了的订单").isEqualTo(10);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 200; i++) {
                String order = "o" + i / 2;
                threads.submit(() -> stock.release(order, "111"));
            }
        }
        assertThat(stock.left("111")).isEqualTo(10);
    }

    /** 两件事同时做，做许多遍，每一遍都用新的库存。 */
    private static void atOnce(int copies, Consumer<Stock> before, List<Predicate<Stock>> two,
            BiConsumer<Stock, Integer> after) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            for (int round = 0; round < 3000 && System.nanoTime() < end; round++) {
                Stock stock = new Stock();
                stock.put("111", copies);
                before.accept(stock);
                AtomicInteger ready = new AtomicInteger();
                List<Future<Boolean>> both = new ArrayList<>();
                for (Predicate<Stock> each : two) {
                    both.add(threads.submit(() -> {
                        ready.incrementAndGet();
                        while (ready.get() < 2) {
                            Thread.yield();
                        }
                        return each.test(stock);
                    }));
                }
                int yes = 0;
                for (Future<Boolean> each : both) {
                    yes += each.get(30, TimeUnit.SECONDS) ? 1 : 0;
                }
                after.accept(stock, yes);
            }
        }
    }

    private static Predicate<Stock> reserve(String order) {
        return stock -> stock.reserve(order, "111");
    }

    private static Predicate<Stock> release(String order) {
        return stock -> {
            stock.release(order, "111");
            return true;
        };
    }

    @Test
    @DisplayName("两张订单同时占最后一本，占到的是一张")
    void lastCopy() throws Exception {
        atOnce(1, stock -> { }, List.of(reserve("a"), reserve("b")), (stock, yes) -> {
            assertThat(yes).as("说占到了的").isEqualTo(1);
            assertThat(stock.left("111")).isZero();
        });
    }

    @Test
    @DisplayName("同一张订单的两次占同时来，只少一本")
    void sameOrderAtOnce() throws Exception {
        atOnce(5, stock -> { }, List.of(reserve("a"), reserve("a")), (stock, yes) -> {
            assertThat(yes).as("说占到了的").isEqualTo(2);
            assertThat(stock.left("111")).isEqualTo(4);
        });
    }

    @Test
    @DisplayName("同一张订单的两次放同时来，只多一本")
    void releasesAtOnce() throws Exception {
        atOnce(5, stock -> stock.reserve("a", "111"), List.of(release("a"), release("a")),
                (stock, yes) -> assertThat(stock.left("111")).isEqualTo(5));
    }

    @Test
    @DisplayName("同一张订单的占与放同时来，库存不变")
    void reserveAndReleaseAtOnce() throws Exception {
        atOnce(5, stock -> { }, List.of(reserve("a"), release("a")), (stock, yes) -> {
            assertThat(stock.left("111")).isEqualTo(5);
            assertThat(stock.reserve("a", "111")).as("放过之后").isFalse();
        });
    }

    @Test
    @DisplayName("一张放、另一张占同时来，一本也没有多、没有少")
    void twoOrdersAtOnce() throws Exception {
        atOnce(5, stock -> stock.reserve("a", "111"), List.of(release("a"), reserve("b")),
                (stock, yes) -> assertThat(stock.left("111")).isEqualTo(4));
    }
}
