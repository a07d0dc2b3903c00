package com.example.bookstore;

import java.util.concurrent.Executor;

/** Runs tasks on another executor. */
public class TracedExecutor implements Executor {

    private final Executor executor;

    public TracedExecutor(Executor executor) {
        this.executor = executor;
    }

    // region execute
    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }
    // endregion execute
}
