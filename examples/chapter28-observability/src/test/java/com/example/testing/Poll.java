package com.example.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Asks again and again until there is an answer. */
public final class Poll {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Poll() {
    }

    /**
     * Waits at most 60 s for an answer that is not null; what the question throws counts as none yet.
     *
     * @throws AssertionError when there is none in time
     */
    public static <T> T until(String what, Callable<T> question) {
        long end = System.nanoTime() + LIMIT.toNanos();
        Exception last = null;
        do {
            try {
                T answer = question.call();
                if (answer != null) {
                    return answer;
                }
            }
            catch (Exception ex) {
                last = ex;
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        while (System.nanoTime() < end);
        throw new AssertionError("等了 " + LIMIT.toSeconds() + " 秒，没有等到：" + what, last);
    }

    /** Waits at most 60 s until something is true. */
    public static void untilTrue(String what, Callable<Boolean> question) {
        until(what, () -> question.call() ? true : null);
    }
}
