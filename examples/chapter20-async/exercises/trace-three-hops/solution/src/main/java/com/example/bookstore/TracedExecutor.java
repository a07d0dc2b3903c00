package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.Executor;

import org.slf4j.MDC;

/** Runs tasks on another executor. */
public class TracedExecutor implements Executor {

    private final Executor executor;

    public TracedExecutor(Executor executor) {
        this.executor = executor;
    }

    // region execute
    @Override
    public void execute(Runnable task) {
        Map<String, String> submitted = MDC.getCopyOfContextMap();
        executor.execute(() -> {
            // 谁提交谁做的时候，这就是提交的那个线程，做完要还给它
            Map<String, String> before = MDC.getCopyOfContextMap();
            set(submitted);
            try {
                task.run();
            }
            finally {
                set(before);
            }
        });
    }

    private static void set(Map<String, String> context) {
        if (context == null) {
            MDC.clear();
        }
        else {
            MDC.setContextMap(context);
        }
    }
    // endregion execute
}
