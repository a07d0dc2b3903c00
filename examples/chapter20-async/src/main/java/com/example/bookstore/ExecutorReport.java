package com.example.bookstore;

import static java.lang.StackWalker.Option.RETAIN_CLASS_REFERENCE;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.springframework.core.task.TaskDecorator;

/** Who submits to an executor, how long the tasks wait for a thread, and how many fail. Register it as a bean. */
public class ExecutorReport implements TaskDecorator {

    private static final class Row {
        private final LongAdder submitted = new LongAdder();
        private final LongAdder started = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final AtomicLong longestWait = new AtomicLong();
    }

    private final Map<String, Row> rows = new ConcurrentHashMap<>();

    // region decorate
    @Override
    public Runnable decorate(Runnable task) {
        Row row = rows.computeIfAbsent(submitter(), name -> new Row());
        row.submitted.increment();
        long submittedAt = System.nanoTime();
        return () -> {
            row.started.increment();
            row.longestWait.accumulateAndGet(System.nanoTime() - submittedAt, Math::max);
            try {
                task.run();
            }
            catch (Throwable ex) {
                row.failed.increment();
                throw ex;
            }
            // submit 交来的是 FutureTask，异常留在它里面，不抛出来
            if (task instanceof FutureTask<?> future
                    && future.state() == Future.State.FAILED) {
                row.failed.increment();
            }
        };
    }
    // endregion decorate

    // region submitter
    /** 提交任务的那一行代码：往上找第一个自己包里、不是代理的类。 */
    private static String submitter() {
        return StackWalker.getInstance(RETAIN_CLASS_REFERENCE).walk(frames -> frames
                .filter(frame -> frame.getClassName().startsWith("com.example"))
                .filter(frame -> frame.getDeclaringClass() != ExecutorReport.class)
                .filter(frame -> !frame.getClassName().contains("$$"))
                .findFirst()
                .map(frame -> frame.getClassName().replaceFirst(".*\\.", "")
                        + "." + frame.getMethodName())
                .orElse("?"));
    }
    // endregion submitter

    /** One line per submitter: submitted, waiting for a thread, failed, and the longest wait. */
    public String report() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(rows).forEach((name, row) -> text.append("%s  提交 %d  等着 %d  失败 %d  最久等了 %s%n".formatted(
                name, row.submitted.sum(), row.submitted.sum() - row.started.sum(), row.failed.sum(),
                Duration.ofNanos(row.longestWait.get()).toMillis() + " ms")));
        return text.append("（返回 void 或 CompletableFuture 的 @Async 方法，失败了数不到）").append(System.lineSeparator()).toString();
    }
}
