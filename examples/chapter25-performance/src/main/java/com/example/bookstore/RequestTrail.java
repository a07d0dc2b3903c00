package com.example.bookstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Patient: the steps of a request in a ThreadLocal, on threads of a pool that live on. */
public final class RequestTrail {

    /** What a request did. */
    record Step(byte[] detail) {
    }

    private static final int STEP_BYTES = 8 * 1024;

    // region sick
    private static final ThreadLocal<List<Step>> TRAIL =
            ThreadLocal.withInitial(ArrayList::new);

    static void handle() {
        TRAIL.get().add(new Step(new byte[STEP_BYTES]));
    }
    // endregion sick

    // region cured
    static void handleAndClear() {
        try {
            TRAIL.get().add(new Step(new byte[STEP_BYTES]));
        }
        finally {
            // 线程还给池之前把口袋掏空
            TRAIL.remove();
        }
    }
    // endregion cured

    private RequestTrail() {
    }

    /** @param args {@code cured} to clear the ThreadLocal */
    public static void main(String[] args) {
        boolean cured = args.length > 0 && args[0].equals("cured");
        Runnable request = cured ? RequestTrail::handleAndClear : RequestTrail::handle;
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Visits.serve(Duration.ofMillis(1), number -> CompletableFuture.runAsync(request, pool).join());
        pool.shutdownNow();
    }
}
