package com.example.measure;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A load in which each client sends its next request after the last one was answered. */
public final class ClosedLoop {

    private ClosedLoop() {
    }

    /**
     * Sends requests and waits for all answers.
     *
     * @param clients how many at the same time
     * @param each how many requests each client sends
     * @param pause between an answer and the client's next request
     * @throws IllegalStateException when a request failed
     */
    // region closed
    public static Latencies run(int clients, int each, Duration pause, Callable<?> request) {
        Attempts attempts = new Attempts();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < clients; client++) {
                threads.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        // 从真的发出去开始算；上一个没有答复，这一个就还没有发
                        attempts.make(System.nanoTime(), request);
                        if (!attempts.waitUntil(System.nanoTime() + pause.toNanos())) {
                            return;
                        }
                    }
                });
            }
        }
        return attempts.result();
    }
    // endregion closed
}
