package com.example.cluster;

import java.util.concurrent.TimeUnit;

/**
 * Turns a manifest's seconds into those of a test.
 *
 * @param speed how many of the manifest's seconds pass in one
 */
record Clock(int speed) {

    long nanos(double seconds) {
        return (long) (TimeUnit.SECONDS.toNanos(1) * seconds / speed);
    }

    double seconds(long nanos) {
        return (double) nanos * speed / TimeUnit.SECONDS.toNanos(1);
    }

    long millis(double seconds) {
        return TimeUnit.NANOSECONDS.toMillis(nanos(seconds));
    }
}
