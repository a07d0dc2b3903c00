package com.example.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Requests of several threads: how long each took, and the first one that failed. */
final class Attempts {

    private final List<Duration> durations = new ArrayList<>();
    private int failed;
    private Throwable firstFailure;
    private volatile boolean interrupted;

    /** Makes one request; its time counts from a moment that the caller chose. */
    void make(long startNanos, Callable<?> request) {
        try {
            request.call();
            add(Duration.ofNanos(System.nanoTime() - startNanos));
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            fail(ex);
        }
        catch (Throwable ex) {
            // An assertion of a test is an Error: uncaught, it would end the client and be missing in the result.
            fail(ex);
        }
    }

    /**
     * Waits until a moment of {@link System#nanoTime()}: one call of parkNanos may return at once. In an interrupted
     * thread each would: then it gives up.
     *
     * @return false when the thread is interrupted, and the load has to stop
     */
    boolean waitUntil(long moment) {
        for (long left; !Thread.currentThread().isInterrupted() && (left = moment - System.nanoTime()) > 0;) {
            LockSupport.parkNanos(left);
        }
        // Not |=: that writes what it has read, and would take back what another client wrote meanwhile.
        if (Thread.currentThread().isInterrupted()) {
            interrupted = true;
        }
        return !interrupted;
    }

    private synchronized void add(Duration duration) {
        durations.add(duration);
    }

    private synchronized void fail(Throwable ex) {
        failed++;
        if (firstFailure == null) {
            firstFailure = ex;
        }
    }

    /** A failed request has no latency: leaving it out would make the result look better than it is. */
    synchronized Latencies result() {
        if (interrupted) {
            throw new IllegalStateException("压测被中断，没有做完，这次不算数");
        }
        if (failed > 0) {
            throw new IllegalStateException("%d 个请求失败，这次压测不算数".formatted(failed), firstFailure);
        }
        return Latencies.of(durations);
    }
}
