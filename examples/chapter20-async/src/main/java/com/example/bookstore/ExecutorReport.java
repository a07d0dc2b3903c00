package com.example.bookstore;

import static java.lang.StackWalker.Option.RETAIN_CLASS_REFERENCE;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.support.DelegatingErrorHandlingRunnable;

/** Who submits to an executor, how long the tasks wait for a thread, and how many fail. Register it as a bean. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ExecutorReport implements TaskDecorator, ThreadPoolTaskExecutorCustomizer {

    private static final class Row {
        /** Weak: a task that was dropped is never begun, and nobody holds it. */
        private final Set<Ticket> waiting = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
        private final LongAdder submitted = new LongAdder();
        private final LongAdder rejected = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final AtomicLong longestWait = new AtomicLong();

        private Ticket submit() {
            Ticket ticket = new Ticket(this);
            waiting.add(ticket);
            submitted.increment();
            return ticket;
        }

        /** Of those that have started and of those that still wait. */
        private Duration longestWait() {
            synchronized (waiting) {
                return Duration.ofNanos(waiting.stream().mapToLong(Ticket::waited).reduce(longestWait.get(), Math::max));
            }
        }
    }

    /** One task that was submitted. */
    private static final class Ticket {
        private final Row row;
        private final long submittedAt = System.nanoTime();

        private Ticket(Row row) {
            this.row = row;
        }

        private long waited() {
            return System.nanoTime() - submittedAt;
        }

        private void start() {
            row.longestWait.accumulateAndGet(waited(), Math::max);
            row.waiting.remove(this);
        }

        private void reject() {
            if (row.waiting.remove(this)) {
                row.rejected.increment();
            }
        }
    }

    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final ThreadLocal<WeakReference<Ticket>> submitting = new ThreadLocal<>();

    // region decorate
    @Override
    public Runnable decorate(Runnable task) {
        // 定时任务等的是钟点，不是线程，而且交来一次，运行许多次；
        // 交给定时执行器马上做的，从这里看不出差别，也不数
        if (task instanceof Delayed || task instanceof DelegatingErrorHandlingRunnable) {
            return task;
        }
        Row row = rows.computeIfAbsent(submitter(), name -> new Row());
        Ticket ticket = row.submit();
        // 弱引用：没有人要的任务，不因为记着它就留在内存里
        submitting.set(new WeakReference<>(ticket));
        return () -> {
            ticket.start();
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

    /** 拒绝发生在提交的那个线程里，就在 decorate 之后。 */
    @Override
    public void customize(ThreadPoolTaskExecutor executor) {
        RejectedExecutionHandler abort = new ThreadPoolExecutor.AbortPolicy();
        executor.setRejectedExecutionHandler((task, pool) -> {
            WeakReference<Ticket> last = submitting.get();
            Ticket ticket = last == null ? null : last.get();
            if (ticket != null) {
                ticket.reject();
            }
            abort.rejectedExecution(task, pool);
        });
    }

    // region submitter
    /** 提交任务的那一行代码：往上找第一个自己包里、不是代理的类。 */
    private static String submitter() {
        return StackWalker.getInstance(RETAIN_CLASS_REFERENCE).walk(frames -> frames
                .filter(frame -> frame.getClassName().startsWith("com.example"))
                .filter(frame -> frame.getDeclaringClass() != ExecutorReport.class)
                .filter(frame -> !frame.getClassName().contains("$$"))
                .filter(frame -> !Proxy.isProxyClass(frame.getDeclaringClass()))
                .findFirst()
                .map(frame -> frame.getClassName().replaceFirst(".*\\.", "")
                        + "." + frame.getMethodName())
                .orElse("?"));
    }
    // endregion submitter

    /** One line per submitter: submitted, waiting for a thread, failed, and the longest wait. */
    public String report() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(rows).forEach((name, row) -> {
            text.append("%s  提交 %d  等着 %d  拒绝 %d  失败 %d  最久等了 %d ms%n".formatted(name, row.submitted.sum(),
                    row.waiting.size(), row.rejected.sum(), row.failed.sum(), row.longestWait().toMillis()));
        });
        return text.append("（返回 void 的 @Async 方法和 CompletableFuture，失败了数不到；%n虚拟线程拒绝的、别的策略丢掉的，垃圾收集之前算在“等着”里；定时执行器做的不数）%n".formatted())
                .toString();
    }
}
