package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every shelf promises: the real one, and the one that stands in for it in plain tests. */
@Timeout(60)
abstract class ShelfContract {

    /** A shelf with five copies of {@code 978-1} for 59 yuan. */
    abstract Shelf shelf();

    // region contract
    @Test
    void takesAllOrNothing() {
        Shelf shelf = shelf();
        assertThat(shelf.take("978-1", 4)).isTrue();
        assertThat(shelf.take("978-1", 2)).isFalse();
        assertThat(shelf.take("978-1", 1)).isTrue(); // 上一次没有拿走那一本
    }
    // endregion contract

    @Test
    void knowsThePrice() {
        assertThat(shelf().price("978-1")).hasValue(5900);
        assertThat(shelf().price("none")).isEmpty();
        assertThat(shelf().take("none", 1)).isFalse();
    }

    @Test
    void remembersSales() {
        Shelf shelf = shelf();
        assertThat(shelf.sold("978-1")).isZero();
        shelf.sell(new Sale("978-1", 2, 10620));
        shelf.sell(new Sale("978-1", 1, 5900));
        assertThat(shelf.sold("978-1")).isEqualTo(3);
    }

    // region together
    @Test
    void eightCustomersFiveCopies() throws Exception {
        Shelf shelf = shelf();
        CyclicBarrier start = new CyclicBarrier(8); // 八个人到齐了才一起伸手
        Callable<Boolean> customer = () -> {
            start.await();
            return shelf.take("978-1", 1);
        };
        try (ExecutorService customers = Executors.newFixedThreadPool(8)) {
            int taken = 0;
            List<Callable<Boolean>> all = Collections.nCopies(8, customer);
            for (Future<Boolean> hand : customers.invokeAll(all)) {
                taken += hand.get() ? 1 : 0;
            }
            assertThat(taken).isEqualTo(5);
        }
    }
    // endregion together
}
