package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.EndlessQueue;
import com.example.bookstore.ExecutorReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

@Timeout(60)
class ExecutorTests {

    private final CountDownLatch open = new CountDownLatch(1);

    private void block() {
        try {
            open.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static ApplicationContextRunner runner(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class, LifecycleAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    @Test
    void defaultQueue() {
        runner("spring.task.execution.pool.max-size=100").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int i = 0; i < 10_000; i++) {
                executor.execute(this::block);
            }
            await().until(() -> executor.getActiveCount() == 8);
            Recording.check("default-queue.txt", new Table("提交 10000 个任务", "").row("max-size", 100)
                    .row("线程", executor.getPoolSize()).row("排队", executor.getQueueSize())
                    .row("队列的容量", executor.getQueueCapacity()).toString());
            assertThat(executor.getPoolSize()).isEqualTo(8);
            open.countDown();
        });
    }

    @Test
    void outOfMemory() {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(EndlessQueue.class));
        command.add(1, "-Xmx64m");
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, java.util.Map.of());
        assertThat(run.exitCode()).isEqualTo(3);
        Recording.check("out-of-memory.txt", run.output().lines().dropWhile(line -> !line.startsWith("线程"))
                .collect(java.util.stream.Collectors.joining("\n")));
    }

    @Test
    void memoryOfTheQueue() {
        List<String> command = new ArrayList<>(ConsoleRun.javaCommand(QueueMemory.class));
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path")); // with the classes of the tests
        command.addAll(1, List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"));
        ConsoleRun run = ConsoleRun.run(command, Recording.module(), null, java.util.Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        java.util.Map<String, Long> bytes = run.output().lines().filter(line -> line.matches("(execute|async|letter) \\d+"))
                .map(line -> line.split(" ")).collect(java.util.stream.Collectors.toMap(cell -> cell[0], cell -> Long.valueOf(cell[1])));
        System.out.println("每个排队的任务占的字节 " + bytes);
        assertThat(bytes.get("execute")).isBetween(20L, 79L);
        assertThat(bytes.get("async")).isBetween(80L, 199L);
        assertThat(bytes.get("letter")).isBetween(10_000L, 10_999L);
        Recording.check("queue-memory.txt", new Table("排队的是什么", "每个占的内存", "排了一百万个")
                .row("execute，带着订单号", "几十字节", "几十 MB")
                .row("@Async 的方法，参数是订单号", "一百字节上下", "一百 MB 上下")
                .row("execute，带着一封一万字节的信", "一万字节多一点", "10 GB 多一点").toString());
    }

    @Test
    void withoutMaxSizeThreadsHaveNoEnd() {
        runner("spring.task.execution.pool.queue-capacity=10").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int i = 0; i < 200; i++) {
                executor.execute(this::block);
            }
            assertThat(executor.getPoolSize()).isEqualTo(190);
            open.countDown();
        });
    }

    /** The default core size is eight, and a limit below it is none. */
    @Test
    void maxSizeBelowCoreSizeDoesNotStart() {
        runner("spring.task.execution.pool.max-size=7", "spring.task.execution.pool.queue-capacity=10").run(context ->
                assertThat(context).getFailure().hasRootCauseInstanceOf(IllegalArgumentException.class));
        runner("spring.task.execution.pool.max-size=8", "spring.task.execution.pool.queue-capacity=10").run(context ->
                assertThat(context).hasNotFailed());
    }

    @Test
    void callerRunsDropsWhileClosing() {
        runner().withUserConfiguration(CallerRuns.class).run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            executor.shutdown();
            AtomicInteger done = new AtomicInteger();
            executor.execute(done::incrementAndGet);
            assertThat(done).hasValue(0);
            assertThat(executor.getQueueSize()).isZero();
        });
        // 刚开始关的时候还收
        AtomicInteger late = new AtomicInteger();
        runner().withUserConfiguration(CallerRuns.class).withInitializer(context ->
                context.addApplicationListener((ContextClosedEvent closed) -> {
                    ThreadPoolTaskExecutor executor = closed.getApplicationContext().getBean(ThreadPoolTaskExecutor.class);
                    executor.execute(late::incrementAndGet);
                })).run(context -> { });
        await().until(() -> late.get() == 1);
    }

    @Test
    void rejectedWhileClosing() {
        runner().run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            executor.shutdown();
            assertThat(catchThrowable(() -> executor.execute(this::block))).isInstanceOf(TaskRejectedException.class)
                    .hasMessageContaining("in shutdown state");
        });
    }

    @Test
    void queueBeforeThreads() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=2",
                "spring.task.execution.pool.queue-capacity=1").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            executor.execute(this::block);
            executor.execute(this::block);
            assertThat(executor.getPoolSize()).isEqualTo(1);
            executor.execute(this::block);
            assertThat(executor.getPoolSize()).isEqualTo(2);
            open.countDown();
        });
        runner("spring.task.execution.pool.core-size=2").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int threads : new int[] {1, 2, 2, 2}) {
                long done = executor.getThreadPoolExecutor().getCompletedTaskCount();
                executor.execute(() -> { });
                assertThat(executor.getPoolSize()).isEqualTo(threads);
                await().until(() -> executor.getThreadPoolExecutor().getCompletedTaskCount() == done + 1);
            }
        });
    }

    /** What becomes of the next task, in the words of the figure. */
    private String next(ThreadPoolTaskExecutor executor) {
        int threads = executor.getPoolSize();
        int queued = executor.getQueueSize();
        try {
            executor.execute(this::block);
        }
        catch (TaskRejectedException ex) {
            return "拒绝";
        }
        if (executor.getQueueSize() > queued) {
            return "排队";
        }
        assertThat(executor.getPoolSize()).isEqualTo(threads + 1);
        return threads < executor.getCorePoolSize() ? "新开一个" : "加一个线程";
    }

    /** The figure from top to bottom: the answers at the right, and the last box. */
    @Test
    void theFigureHasTheOrderOfTheExecutor() throws IOException {
        String figure = Files.readString(Recording.module().resolve("../../static/img/chapter20-async/pool.svg"));
        List<String> drawn = Pattern.compile("<text x=\"(138|362)\\.0\"[^>]*>([^<？]+)</text>").matcher(figure).results()
                .map(text -> text.group(2)).toList();
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=2",
                "spring.task.execution.pool.queue-capacity=1").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            List<String> seen = List.of(next(executor), next(executor), next(executor), next(executor));
            open.countDown();
            assertThat(seen).isEqualTo(drawn);
        });
        assertThat(figure).contains("默认的队列没有上限");
        runner().run(context -> assertThat(context.getBean(ThreadPoolTaskExecutor.class).getQueueCapacity())
                .isEqualTo(Integer.MAX_VALUE));
    }

    @Test
    void rejected() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=2",
                "spring.task.execution.pool.queue-capacity=2").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int i = 0; i < 4; i++) {
                executor.execute(this::block);
            }
            Throwable thrown = catchThrowable(() -> executor.execute(this::block));
            assertThat(thrown).isInstanceOf(TaskRejectedException.class);
            Recording.check("rejected.txt", java.util.Objects.requireNonNull(thrown).getClass().getName() + ": "
                    + thrown.getMessage().replaceAll("completed tasks = \\d+", "completed tasks = 0")
                    .replaceAll("@[0-9a-f]+", "@1b2c3d4e"));
            open.countDown();
        });
    }

    // region caller
    @Configuration(proxyBeanMethods = false)
    static class CallerRuns {

        @Bean
        ThreadPoolTaskExecutorCustomizer callerRuns() {
            // 队列满了，谁提交谁自己做
            return executor -> executor.setRejectedExecutionHandler(
                    new ThreadPoolExecutor.CallerRunsPolicy());
        }
    }
    // endregion caller

    @Test
    void callerRuns() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.queue-capacity=1",
                "spring.task.execution.pool.max-size=1").withUserConfiguration(CallerRuns.class).run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            executor.execute(this::block);
            executor.execute(this::block);
            AtomicReference<String> thread = new AtomicReference<>();
            executor.execute(() -> thread.set(Thread.currentThread().getName()));
            assertThat(thread.get()).isEqualTo(Thread.currentThread().getName());
            open.countDown();
        });
    }

    @Test
    void virtualUnlimited() {
        AtomicInteger inside = new AtomicInteger();
        runner("spring.threads.virtual.enabled=true").run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            for (int i = 0; i < 1000; i++) {
                executor.execute(() -> {
                    inside.incrementAndGet();
                    block();
                });
            }
            await().until(() -> inside.get() == 1000);
            open.countDown();
        });
    }

    @Test
    void virtualLimited() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger submitted = new AtomicInteger();
        runner("spring.threads.virtual.enabled=true", "spring.task.execution.simple.concurrency-limit=2").run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            Thread submitter = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 5; i++) {
                    executor.execute(() -> {
                        inside.incrementAndGet();
                        block();
                    });
                    submitted.incrementAndGet();
                }
            });
            await().until(() -> inside.get() == 2 && submitter.getState() == Thread.State.WAITING);
            assertThat(submitted).hasValue(2);
            open.countDown();
            submitter.join();
        });
    }

    @Test
    void virtualRejects() {
        runner("spring.threads.virtual.enabled=true", "spring.task.execution.simple.concurrency-limit=2",
                "spring.task.execution.simple.reject-tasks-when-limit-reached=true").run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            executor.execute(this::block);
            executor.execute(this::block);
            Throwable thrown = catchThrowable(() -> executor.execute(this::block));
            Recording.check("virtual-rejected.txt", thrown);
            open.countDown();
        });
    }

    /** A second after the closing has begun: whoever does not wait has closed by then. */
    private void openOnceClosing(ConfigurableApplicationContext context) {
        Thread.ofVirtual().start(() -> {
            await().pollDelay(Duration.ofSeconds(1)).until(context::isClosed);
            open.countDown();
        });
    }

    /** Two running and three waiting when the context closes; the running ones end once the closing has begun. */
    private String closing(boolean finishes, String... properties) {
        AtomicInteger finished = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        runner(properties).withPropertyValues("spring.task.execution.pool.core-size=2").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int i = 0; i < 5; i++) {
                executor.execute(() -> {
                    started.incrementAndGet();
                    try {
                        open.await();
                        finished.incrementAndGet();
                    }
                    catch (InterruptedException ex) {
                        interrupted.incrementAndGet();
                    }
                });
            }
            await().until(() -> started.get() == 2);
            ConfigurableApplicationContext closed = (ConfigurableApplicationContext) context.getSourceApplicationContext();
            if (finishes) {
                openOnceClosing(closed);
            }
        });
        if (finishes) {
            assertThat(finished.get() + interrupted.get()).as("when the context is closed").isEqualTo(started.get());
        }
        await().until(() -> finished.get() + interrupted.get() == started.get());
        return "%d,%d,%d".formatted(finished.get(), interrupted.get(), 5 - started.get());
    }

    /** One task that waits; returns what became of it when the context was closed, and how long closing took. */
    private String closingOne(boolean finishes, String... properties) throws InterruptedException {
        AtomicInteger finished = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        long[] begin = new long[1];
        runner(properties).run(context -> {
            context.getBean(AsyncTaskExecutor.class).execute(() -> {
                started.countDown();
                try {
                    open.await();
                    finished.incrementAndGet();
                }
                catch (InterruptedException ex) {
                    interrupted.incrementAndGet();
                }
                ended.countDown();
            });
            started.await();
            ConfigurableApplicationContext closed = (ConfigurableApplicationContext) context.getSourceApplicationContext();
            if (finishes) {
                openOnceClosing(closed);
            }
            begin[0] = System.nanoTime();
        });
        boolean waited = !finishes && System.nanoTime() - begin[0] > 2_000_000_000L;
        boolean over = ended.await(500, TimeUnit.MILLISECONDS); // an interrupted task needs a moment
        String seen = !over ? "还在做" : finished.get() == 1 ? "做完" : "被中断";
        open.countDown();
        await().until(() -> ended.getCount() == 0);
        return seen + (waited ? "，等了" : "");
    }

    @Test
    void virtualThreadsAreNeitherWaitedForNorInterrupted() throws InterruptedException {
        String[] period = {"spring.threads.virtual.enabled=true", "spring.task.execution.shutdown.await-termination=true",
            "spring.task.execution.shutdown.await-termination-period=20s"};
        assertThat(closingOne(false, "spring.threads.virtual.enabled=true")).isEqualTo("还在做");
        assertThat(new ExecutorTests().closingOne(false, period[0], period[1])).isEqualTo("还在做");
        assertThat(new ExecutorTests().closingOne(true, period)).isEqualTo("做完");
        assertThat(new ExecutorTests().closingOne(false, period[0], period[1],
                "spring.task.execution.shutdown.await-termination-period=300ms")).isEqualTo("被中断");
        assertThat(new ExecutorTests().closingOne(false, period[0],
                "spring.task.execution.simple.cancel-remaining-tasks-on-close=true")).isEqualTo("被中断");
    }

    @Test
    void withoutAPeriodNothingIsWaitedFor() throws InterruptedException {
        assertThat(closingOne(false, "spring.task.execution.shutdown.await-termination=true",
                "spring.lifecycle.timeout-per-shutdown-phase=4s")).isEqualTo("还在做");
    }

    @Test
    void aPeriodAloneInterruptsAsByDefault() throws InterruptedException {
        assertThat(closingOne(false, "spring.task.execution.shutdown.await-termination-period=20s",
                "spring.lifecycle.timeout-per-shutdown-phase=300ms")).isEqualTo("被中断");
    }

    @Test
    void defaultWaitsForWhatIsRunning() throws InterruptedException {
        assertThat(closingOne(true)).isEqualTo("做完");
    }

    /** While one task runs, the other thread goes on with the queue. */
    private void goesOnWithTheQueue() {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch queued = new CountDownLatch(3);
        runner("spring.task.execution.pool.core-size=2", "spring.lifecycle.timeout-per-shutdown-phase=10s").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            executor.execute(() -> {
                running.countDown();
                try {
                    queued.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            executor.execute(() -> {
                running.countDown();
                block();
            });
            for (int i = 0; i < 3; i++) {
                executor.execute(queued::countDown);
            }
            running.await();
            openOnceClosing((ConfigurableApplicationContext) context.getSourceApplicationContext());
        });
        assertThat(queued.getCount()).as("still waiting when the context is closed").isZero();
    }

    /** The only thread ends a task while others wait; between two of them nothing runs, and Spring takes all for done. */
    @Test
    void defaultMayDropTheQueue() {
        new ExecutorTests().goesOnWithTheQueue();
        AtomicInteger finished = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        runner("spring.task.execution.pool.core-size=1").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            for (int i = 0; i < 20; i++) {
                executor.execute(() -> {
                    started.countDown();
                    block();
                    try {
                        never.await(100, TimeUnit.MILLISECONDS); // a task that takes its time
                        finished.incrementAndGet();
                    }
                    catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            started.await();
            ConfigurableApplicationContext closed = (ConfigurableApplicationContext) context.getSourceApplicationContext();
            Thread.ofVirtual().start(() -> {
                await().until(closed::isClosed);
                open.countDown();
            });
        });
        assertThat(finished).hasValueBetween(1, 19);
    }

    /** The future of a dropped task neither completes nor fails, whoever waits for it waits on; a running one fails. */
    @Test
    void theFutureOfADroppedTaskNeverCompletes() {
        AtomicReference<CompletableFuture<String>> running = new AtomicReference<>();
        AtomicReference<CompletableFuture<String>> queued = new AtomicReference<>();
        AtomicReference<ThreadPoolExecutor> pool = new AtomicReference<>();
        runner("spring.task.execution.pool.core-size=1", "spring.lifecycle.timeout-per-shutdown-phase=100ms")
                .withUserConfiguration(Pictures.class).run(context -> {
            PictureShop pictures = context.getBean(PictureShop.class);
            pool.set(context.getBean(ThreadPoolTaskExecutor.class).getThreadPoolExecutor());
            running.set(pictures.picture(open));
            queued.set(pictures.picture(open));
        });
        await().until(() -> pool.get().isTerminated());
        assertThat(running.get()).isCompletedExceptionally();
        assertThat(queued.get()).isNotDone();
    }

    /** Two running and three waiting, the time runs out before the two have ended. */
    @Test
    void awaitTerminationHasALimit() {
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        AsyncTests.withLog("org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor", events -> {
            runner("spring.task.execution.pool.core-size=2", "spring.task.execution.shutdown.await-termination=true",
                    "spring.task.execution.shutdown.await-termination-period=300ms").run(context -> {
                ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
                for (int i = 0; i < 5; i++) {
                    executor.execute(() -> {
                        try {
                            open.await();
                            ended.incrementAndGet();
                        }
                        catch (InterruptedException ex) {
                            interrupted.incrementAndGet();
                        }
                    });
                }
                await().until(() -> executor.getActiveCount() == 2);
            });
            assertThat(ended).as("when the context is closed").hasValue(0);
            assertThat(interrupted).hasValue(0);
            assertThat(events.stream().filter(event -> event.getLevel() == Level.WARN).map(ILoggingEvent::getFormattedMessage))
                    .containsExactly("Timed out while waiting for executor 'applicationTaskExecutor' to terminate");
        });
        open.countDown();
        await().until(() -> ended.get() == 5); // this JVM lives on
    }

    /** The only thread waits for a task that waits for the only thread. */
    @Test
    void waitingForTheSamePoolNeverEnds() {
        AtomicReference<Thread> waiting = new AtomicReference<>();
        AtomicReference<CompletableFuture<String>> page = new AtomicReference<>();
        for (String capacity : new String[] {"1", "2147483647"}) { // a short queue and the default one
            waiting.set(null);
            runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                    "spring.task.execution.pool.queue-capacity=" + capacity,
                    "spring.lifecycle.timeout-per-shutdown-phase=100ms").run(context -> {
                ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
                page.set(executor.submitCompletable(() -> {
                    waiting.set(Thread.currentThread());
                    Future<String> stock = executor.submit(() -> "有货");
                    return stock.get();
                }));
                await().until(() -> waiting.get() != null && waiting.get().getState() == Thread.State.WAITING);
                assertThat(executor.getQueueSize()).isEqualTo(1);
                assertThat(catchThrowable(() -> page.get().get(500, TimeUnit.MILLISECONDS))).isInstanceOf(TimeoutException.class);
            });
        }
        // without a queue the one who waits is told, and ends
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                "spring.task.execution.pool.queue-capacity=0").run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            Future<String> told = executor.submit(() -> executor.submit(() -> "有货").get());
            assertThat(catchThrowable(() -> told.get(20, TimeUnit.SECONDS))).hasRootCauseInstanceOf(RejectedExecutionException.class);
        });
    }

    /** No pool and no queue, but the one place under the limit is taken by the one who waits for it. */
    @Test
    void waitingUnderTheSameVirtualLimitNeverEnds() {
        AtomicReference<Thread> waiting = new AtomicReference<>();
        runner("spring.threads.virtual.enabled=true", "spring.task.execution.simple.concurrency-limit=1").run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            CompletableFuture<String> page = executor.submitCompletable(() -> {
                waiting.set(Thread.currentThread());
                return executor.submit(() -> "有货").get();
            });
            await().until(() -> waiting.get() != null && waiting.get().getState() == Thread.State.WAITING);
            assertThat(waiting.get().isVirtual()).isTrue();
            assertThat(catchThrowable(() -> page.get(500, TimeUnit.MILLISECONDS))).isInstanceOf(TimeoutException.class);
            waiting.get().interrupt();
        });
    }

    @Test
    void closes() {
        Table table = new Table("五个任务，两个正在做", "做完", "被中断", "没有开始");
        row(table, "await-termination", closing(true, "spring.task.execution.shutdown.await-termination=true",
                "spring.task.execution.shutdown.await-termination-period=20s"));
        row(table, "默认，到时间还没有做完", new ExecutorTests().closing(false, "spring.lifecycle.timeout-per-shutdown-phase=300ms"));
        Recording.check("closing.txt", table.toString());
    }

    private static void row(Table table, String name, String counts) {
        String[] cells = counts.split(",");
        table.row(name, cells[0], cells[1], cells[2]);
    }

    @Test
    void report() {
        ExecutorReport report = new ExecutorReport();
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setCorePoolSize(1);
        executor.setMaxPoolSize(1);
        executor.setQueueCapacity(3);
        executor.setTaskDecorator(report);
        report.customize(executor);
        executor.initialize();
        new MailJob(executor).submit(this::block, 3);
        new PictureJob(executor).submit();
        assertThat(catchThrowable(() -> new PictureJob(executor).submit())).isInstanceOf(TaskRejectedException.class);
        long submitted = System.nanoTime();
        await().until(() -> report.report().contains("等着 2"));
        // 还没有轮到的也在等：它们的时间不停地长
        await().until(() -> longest(report) >= 100);
        String waiting = report.report();
        long waited = Duration.ofNanos(System.nanoTime() - submitted).toMillis();
        open.countDown();
        await().dontCatchUncaughtExceptions().until(() -> !report.report().contains("等着 1") && !report.report().contains("等着 2"));
        executor.shutdown();
        assertThat(waited).isPositive();
        assertThat(longest(report)).isGreaterThanOrEqualTo(waited);
        Recording.check("executor-report.txt", ("任务都卡着的时候\n" + waiting + "\n做完之后\n" + report.report())
                .replaceAll("最久等了 \\d+ ms", "最久等了 12 ms"));
    }

    private static long longest(ExecutorReport report) {
        return Long.parseLong(report.report().replaceFirst("(?s).*?MailJob.*?最久等了 (\\d+) ms.*", "$1"));
    }

    /** Two ways for an exception to be out of the report's sight. */
    static class Failing {

        @Async
        void mail() {
            throw new IllegalStateException("信箱坏了");
        }

        @Async
        CompletableFuture<String> picture() {
            throw new IllegalStateException("图片坏了");
        }

        String now() {
            throw new IllegalStateException("图片坏了");
        }
    }

    static class PictureShop {

        @Async
        CompletableFuture<String> picture(CountDownLatch ready) throws InterruptedException {
            ready.await();
            return CompletableFuture.completedFuture("图片");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Pictures {

        @Bean
        PictureShop pictureShop() {
            return new PictureShop();
        }
    }

    /** Boot gives the decorator to the scheduler as well, which decorates a job once and runs it again and again. */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Beats {

        final AtomicInteger rate = new AtomicInteger();
        final AtomicInteger delay = new AtomicInteger();

        @Scheduled(fixedRate = 20)
        void rate() {
            rate.incrementAndGet();
        }

        @Scheduled(fixedDelay = 20)
        void delay() {
            delay.incrementAndGet();
        }
    }

    /** The only executor is one for timed jobs: {@code @Async} runs there. */
    @Configuration(proxyBeanMethods = false)
    static class OnTheScheduler {

        @Bean
        ThreadPoolTaskScheduler scheduler(ExecutorReport report) {
            ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
            scheduler.setTaskDecorator(report);
            return scheduler;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Reported {

        @Bean
        ExecutorReport executorReport() {
            return new ExecutorReport();
        }

        @Bean
        Failing failing() {
            return new Failing();
        }
    }

    @Test
    void reportCountsWhatSubmitHides() {
        countsWhatSubmitHides();
        // 还有别的 TaskDecorator 时也一样
        countsWhatSubmitHides("spring.task.execution.propagate-context=true", "another=true");
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("another")
    static class Another {

        @Bean
        TaskDecorator another() {
            return task -> () -> task.run();
        }
    }

    private void countsWhatSubmitHides(String... properties) {
        runner(properties).withUserConfiguration(Another.class, Reported.class).run(context -> {
            Future<?> future = context.getBean(AsyncTaskExecutor.class).submit(() -> {
                throw new IllegalStateException("图片坏了");
            });
            assertThat(catchThrowable(future::get)).isInstanceOf(ExecutionException.class);
            await().untilAsserted(() -> assertThat(context.getBean(ExecutorReport.class).report()).contains("失败 1"));
        });
    }

    @Test
    void reportCountsTheRejectedApart() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                "spring.task.execution.pool.queue-capacity=1").withUserConfiguration(Reported.class).run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            MailJob mails = new MailJob(executor);
            mails.submit(this::block, 1);
            await().until(() -> executor.getActiveCount() == 1);
            assertThat(catchThrowable(() -> mails.submit(this::block, 2))).isInstanceOf(TaskRejectedException.class);
            assertThat(context.getBean(ExecutorReport.class).report()).contains("提交 3  等着 1  拒绝 1  失败 0");
            open.countDown();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Discarding {

        @Bean
        ThreadPoolTaskExecutorCustomizer discarding() {
            return executor -> executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        }
    }

    /** A policy of your own replaces the one that counts. */
    @Test
    void reportLeavesThePolicyOfTheReader() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                "spring.task.execution.pool.queue-capacity=0").withUserConfiguration(CallerRuns.class, Reported.class).run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            executor.execute(this::block);
            AtomicReference<Thread> thread = new AtomicReference<>();
            executor.execute(() -> thread.set(Thread.currentThread()));
            assertThat(thread.get()).isSameAs(Thread.currentThread());
            await().until(() -> context.getBean(ExecutorReport.class).report().lines().filter(line -> line.contains("提交 1"))
                    .allMatch(line -> line.contains("等着 0  拒绝 0  失败 0")));
            open.countDown();
        });
    }

    /** Nobody holds a task that was dropped: a collection takes it, and the report forgets it. */
    @Test
    void reportForgetsWhatAPolicyDrops() {
        runner("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                "spring.task.execution.pool.queue-capacity=1").withUserConfiguration(Discarding.class, Reported.class).run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            ThreadPoolExecutor pool = context.getBean(ThreadPoolTaskExecutor.class).getThreadPoolExecutor();
            executor.execute(this::block);
            await().until(() -> pool.getActiveCount() == 1);
            ExecutorReport report = context.getBean(ExecutorReport.class);
            await().until(() -> { // again, should a collection come between
                executor.execute(this::block);
                executor.execute(this::block);
                return report.report().lines().anyMatch(line -> line.matches(".*等着 ([2-9]|\\d\\d+)  拒绝 0  失败 0 .*"));
            });
            assertThat(report.report()).contains("丢掉的，垃圾收集之前算在“等着”里");
            forgets(report, "等着 1  拒绝 0"); // the one in the queue stays
            open.countDown();
        });
    }

    @Test
    void reportForgetsTheRejectedOfVirtualThreads() {
        runner("spring.threads.virtual.enabled=true", "spring.task.execution.simple.concurrency-limit=1",
                "spring.task.execution.simple.reject-tasks-when-limit-reached=true").withUserConfiguration(Reported.class).run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            ExecutorReport report = context.getBean(ExecutorReport.class);
            executor.execute(this::block);
            await().until(() -> { // again, should a collection come between
                assertThat(catchThrowable(() -> executor.execute(this::block))).isInstanceOf(TaskRejectedException.class);
                return report.report().lines().anyMatch(line -> line.matches(".*等着 [1-9]\\d*  拒绝 0  失败 0 .*"));
            });
            assertThat(report.report()).contains("虚拟线程拒绝的", "垃圾收集之前算在“等着”里");
            await().untilAsserted(() -> { // in every row: a collection may take the last one later than the others
                System.gc();
                assertThat(report.report()).contains("等着 0  拒绝 0").doesNotContainPattern("等着 [1-9]");
            });
            open.countDown();
        });
    }

    private static void forgets(ExecutorReport report, String line) {
        await().untilAsserted(() -> {
            System.gc();
            assertThat(report.report()).contains(line);
        });
    }

    @Test
    void reportSaysWhatItCannotCount() {
        runner().withUserConfiguration(Reported.class).run(context -> {
            Failing failing = context.getBean(Failing.class);
            failing.mail();
            assertThat(catchThrowable(failing.picture()::get)).isInstanceOf(ExecutionException.class);
            ExecutorReport report = context.getBean(ExecutorReport.class);
            ThreadPoolExecutor pool = context.getBean(ThreadPoolTaskExecutor.class).getThreadPoolExecutor();
            await().until(() -> pool.getCompletedTaskCount() == 2);
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            CompletableFuture<?> supplied = CompletableFuture.supplyAsync(failing::now, executor);
            assertThat(catchThrowable(supplied::get)).isInstanceOf(ExecutionException.class);
            assertThat(catchThrowable(executor.submitCompletable(failing::now)::get)).isInstanceOf(ExecutionException.class);
            await().until(() -> pool.getCompletedTaskCount() == 4);
            assertThat(report.report()).contains("失败 0").doesNotContainPattern("失败 [1-9]").contains("@Async", "数不到");
        });
        runner().withUserConfiguration(Reported.class, OnTheScheduler.class).run(context -> {
            Failing failing = context.getBean(Failing.class);
            failing.mail();
            ScheduledThreadPoolExecutor pool = context.getBean(ThreadPoolTaskScheduler.class).getScheduledThreadPoolExecutor();
            await().until(() -> pool.getCompletedTaskCount() == 1);
            assertThat(context.getBean(ExecutorReport.class).report()).doesNotContain("提交").contains("定时执行器做的不数");
        });
        for (boolean virtual : new boolean[] {false, true}) {
            runner("spring.threads.virtual.enabled=" + virtual).withConfiguration(
                    AutoConfigurations.of(TaskSchedulingAutoConfiguration.class)).withUserConfiguration(Reported.class, Beats.class).run(context -> {
                Beats beats = context.getBean(Beats.class);
                await().until(() -> beats.rate.get() > 3 && beats.delay.get() > 3);
                assertThat(context.getBean(ExecutorReport.class).report()).doesNotContain("提交");
            });
        }
    }

    private record MailJob(ThreadPoolTaskExecutor executor) {
        void submit(Runnable task, int times) {
            for (int i = 0; i < times; i++) {
                executor.execute(task);
            }
        }
    }

    private record PictureJob(ThreadPoolTaskExecutor executor) {
        void submit() {
            executor.execute(() -> {
                throw new IllegalStateException("图片坏了");
            });
        }
    }
}
