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
        fresh.start();
        long begun = System.nanoTime();
        while (!fresh.isReady()) {
            if (System.nanoTime() - begun > patience.toNanos()) {
                fresh.stop();
                throw new IllegalStateException("新的 Pod 没有就绪，旧的继续服务");
            }
            Thread.sleep(10);
        }
        endpoints.add(fresh);
        // 等 Service 知道新的，再让旧的离开
        Thread.sleep(endpoints.propagation());
        endpoints.remove(old);
        // 这就是 preStop：Service 还会送来请求，旧的还要接
        Thread.sleep(endpoints.propagation());
        old.stop();
    }
    // endregion replace
}
