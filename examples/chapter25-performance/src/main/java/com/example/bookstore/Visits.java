package com.example.bookstore;

import java.time.Duration;
import java.util.function.LongConsumer;

/** Customers who come one after the other, so that a patient falls ill by itself. */
final class Visits {

    private static final int LINE_EVERY = 500;

    private Visits() {
    }

    /**
     * Serves visits on the calling thread until it is interrupted, and prints a line for every 500.
     *
     * @param pause between two visits
     * @param visit serves one; its argument counts from 1
     */
    static void serve(Duration pause, LongConsumer visit) {
        try {
            for (long number = 1;; number++) {
                visit.accept(number);
                if (number % LINE_EVERY == 0) {
                    System.out.println("第 " + number + " 次访问");
                }
                Thread.sleep(pause);
            }
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same on a new thread. */
    static Thread start(String name, Duration pause, LongConsumer visit) {
        return Thread.ofPlatform().name(name).start(() -> serve(pause, visit));
    }
}
