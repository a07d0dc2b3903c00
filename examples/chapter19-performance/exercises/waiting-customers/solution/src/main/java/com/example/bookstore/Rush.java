package com.example.bookstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** A load in which customers come at fixed times, whether or not the shop has answered the one before. */
public final class Rush {

    private Rush() {
    }

    // region rush
    /** 每隔 interval 来一位顾客，一共 customers 位；返回每一位等了多久，先来的在前。 */
    public static List<Duration> run(int customers, Duration interval, Runnable shop) {
        List<Future<Duration>> waits = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (int i = 0; i < customers; i++) {
                // 顾客什么时候来，与前面的人有没有得到答复无关
                long came = start + i * interval.toNanos();
                waitUntil(came);
                waits.add(threads.submit(() -> {
                    shop.run();
                    return Duration.ofNanos(System.nanoTime() - came);
                }));
            }
        }
        return waits.stream().map(Rush::get).toList();
    }

    private static Duration get(Future<Duration> wait) {
        try {
            return wait.get();
        }
        catch (ExecutionException ex) {
            throw new IllegalStateException("有顾客没有得到答复", ex.getCause());
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
    // endregion rush

    private static void waitUntil(long nanoTime) {
        for (long left; (left = nanoTime - System.nanoTime()) > 0;) {
            LockSupport.parkNanos(left);
        }
    }
}
