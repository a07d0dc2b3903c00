package com.example.measure;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A load in which requests come at fixed times, like customers who do not know of each other. */
public final class OpenLoop {

    private OpenLoop() {
    }

    /**
     * Sends requests and waits for all answers.
     *
     * @param interval between two requests
     * @throws IllegalStateException when a request failed
     */
    // region open
    public static Latencies run(int requests, Duration interval, Callable<?> request) {
        Attempts attempts = new Attempts();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                // 这位顾客本来该在这一刻得到服务，等待从这一刻算起
                long intended = start + i * interval.toNanos();
                if (!attempts.waitUntil(intended)) {
                    break;
                }
                threads.execute(() -> attempts.make(intended, request));
            }
        }
        return attempts.result();
    }
    // endregion open
}
