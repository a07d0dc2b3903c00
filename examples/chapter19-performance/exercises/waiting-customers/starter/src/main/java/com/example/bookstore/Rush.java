package com.example.bookstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A load in which customers come at fixed times, whether or not the shop has answered the one before. */
public final class Rush {

    private Rush() {
    }

    // region rush
    /** 每隔 interval 来一位顾客，一共 customers 位；返回每一位等了多久，先来的在前。 */
    public static List<Duration> run(int customers, Duration interval, Runnable shop) {
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < customers; i++) {
            long start = System.nanoTime();
            shop.run();
            waits.add(Duration.ofNanos(System.nanoTime() - start));
            waitUntil(start + interval.toNanos());
        }
        return waits;
    }
    // endregion rush

    private static void waitUntil(long nanoTime) {
        for (long left; (left = nanoTime - System.nanoTime()) > 0;) {
            LockSupport.parkNanos(left);
        }
    }
}
