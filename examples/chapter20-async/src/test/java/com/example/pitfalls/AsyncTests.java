package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.BookPages;
import com.example.bookstore.Pinning;
import com.example.bookstore.Suppliers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

@Timeout(60)
class AsyncTests {

    static class Mailer {

        final AtomicReference<String> thread = new AtomicReference<>();

        // region self
        public void sendAll() {
            send();
        }

        @Async
        public void send() {
            thread.set(Thread.currentThread().getName());
        }
        // endregion self

        @Async
        public void fails() {
            throw new IllegalStateException("邮件服务器没有响应");
        }

        @Async
        public CompletableFuture<String> failsLater() {
            throw new IllegalStateException("邮件服务器没有响应");
        }

        @Async("mailExecutor")
        public void sendNamed() {
            thread.set(Thread.currentThread().getName());
        }

        @Async
        public int count() {
            return 1;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Enabled {
        @Bean
        Mailer mailer() {
            return new Mailer();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NotEnabled {
        @Bean
        Mailer mailer() {
            return new Mailer();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoExecutors {
        @Bean
        TaskExecutor mailExecutor() {
            return new SimpleAsyncTaskExecutor("mail-");
        }

        @Bean
        TaskExecutor reportExecutor() {
            return new SimpleAsyncTaskExecutor("report-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutor {
        @Bean
        TaskExecutor mailExecutor() {
            return new SimpleAsyncTaskExecutor("mail-");
        }
    }

    private static ApplicationContextRunner runner(Class<?>... configuration) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(configuration);
    }

    static void withLog(String name, Consumer<List<ILoggingEvent>> test) {
        Logger logger = (Logger) LoggerFactory.getLogger(name);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        logger.addAppender(events);
        try {
            test.accept(events.list);
        }
        finally {
            logger.detachAppender(events);
        }
    }

    @Test
    void otherThread() {
        runner(Enabled.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            await().until(() -> read(context.getBean(Mailer.class)) != null);
            assertThat(read(mailer)).startsWith("task-");
        });
    }

    /** The figure of the page names the threads that Boot gives to the first three. */
    @Test
    void theFigureNamesTheThreads() throws IOException {
        String figure = Files.readString(Recording.module().resolve("../../static/img/chapter20-async/together.svg"));
        List<String> drawn = Pattern.compile(">(task-\\d+)</text>").matcher(figure).results().map(name -> name.group(1)).toList();
        runner(Enabled.class).run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            List<String> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                threads.add(executor.submit(() -> Thread.currentThread().getName()).get());
            }
            assertThat(threads).isEqualTo(drawn);
        });
    }

    /** The field of the object behind the proxy. */
    private static String read(Mailer mailer) {
        Mailer target = (Mailer) org.springframework.test.util.AopTestUtils.getTargetObject(mailer);
        return target.thread.get();
    }

    @Test
    void selfInvocation() {
        runner(Enabled.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.sendAll();
            assertThat(read(mailer)).isEqualTo(Thread.currentThread().getName());
            Recording.check("self-invocation.txt", "调用的线程  main\n执行的线程  " + read(mailer) + "\n");
        });
    }

    @Test
    void withoutEnable() {
        runner(NotEnabled.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            assertThat(read(mailer)).isEqualTo(Thread.currentThread().getName());
        });
    }

    @Test
    void voidException() {
        withLog("org.springframework.aop.interceptor.SimpleAsyncUncaughtExceptionHandler", events ->
                runner(Enabled.class).run(context -> {
                    assertThat(catchThrowable(() -> context.getBean(Mailer.class).fails())).isNull();
                    await().until(() -> !events.isEmpty());
                    ILoggingEvent event = events.getFirst();
                    Recording.check("void-exception.txt", event.getLevel() + " " + event.getFormattedMessage()
                            + "\n\n" + event.getThrowableProxy().getClassName() + ": " + event.getThrowableProxy().getMessage());
                }));
    }

    @Test
    void futureException() {
        withLog(Logger.ROOT_LOGGER_NAME, events -> runner(Enabled.class).run(context -> {
            CompletableFuture<String> future = context.getBean(Mailer.class).failsLater();
            await().until(future::isDone);
            // 没有人来拿，就没有一行日志
            assertThat(events).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN) || event.getThrowableProxy() != null
                    || event.getFormattedMessage().contains("failsLater"));
            Throwable thrown = catchThrowable(future::join);
            assertThat(thrown).isInstanceOf(CompletionException.class);
            Recording.check("future-exception.txt", thrown);
        }));
    }

    @Test
    void wrongReturnType() {
        runner(Enabled.class).run(context -> {
            Throwable thrown = catchThrowable(() -> context.getBean(Mailer.class).count());
            Recording.check("wrong-return-type.txt", thrown);
        });
    }

    @Test
    void twoExecutors() {
        withLog("org.springframework.scheduling.annotation.AnnotationAsyncExecutionInterceptor", events ->
                runner(Enabled.class, TwoExecutors.class).run(context -> {
                    Mailer mailer = context.getBean(Mailer.class);
                    mailer.send();
                    await().until(() -> read(mailer) != null);
                    assertThat(read(mailer)).startsWith("SimpleAsyncTaskExecutor-");
                    ILoggingEvent event = events.getFirst();
                    Recording.check("two-executors.txt", event.getLevel() + " " + event.getFormattedMessage());
                }));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneIsPrimary {
        @Bean
        @org.springframework.context.annotation.Primary
        TaskExecutor mailExecutor() {
            return new SimpleAsyncTaskExecutor("mail-");
        }

        @Bean
        TaskExecutor reportExecutor() {
            return new SimpleAsyncTaskExecutor("report-");
        }
    }

    @Test
    void primaryExecutor() {
        runner(Enabled.class, OneIsPrimary.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            await().until(() -> read(mailer) != null);
            assertThat(read(mailer)).startsWith("mail-");
        });
    }

    @Test
    void rejectionIsThrownBeforeThereIsAFuture() {
        runner(Enabled.class).withPropertyValues("spring.task.execution.pool.core-size=1",
                "spring.task.execution.pool.max-size=1", "spring.task.execution.pool.queue-capacity=0").run(context -> {
            CountDownLatch open = new CountDownLatch(1);
            ((TaskExecutor) context.getBean("applicationTaskExecutor")).execute(() -> {
                try {
                    open.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
            Mailer mailer = context.getBean(Mailer.class);
            assertThat(catchThrowable(() -> mailer.failsLater().exceptionally(ex -> "代替"))).isInstanceOf(TaskRejectedException.class);
            open.countDown();
        });
    }

    @Test
    void namedExecutor() {
        runner(Enabled.class, TwoExecutors.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.sendNamed();
            await().until(() -> read(mailer) != null);
            assertThat(read(mailer)).startsWith("mail-");
        });
    }

    /** Not a candidate, so Boot still makes its own executor. */
    @Configuration(proxyBeanMethods = false)
    static class NoCandidate {
        @Bean(defaultCandidate = false)
        TaskExecutor mailExecutor() {
            return new SimpleAsyncTaskExecutor("mail-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduler {
        @Bean
        ThreadPoolTaskScheduler reports() {
            ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
            scheduler.setThreadNamePrefix("reports-");
            return scheduler;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutorService {
        @Bean
        ExecutorService reports() {
            return Executors.newSingleThreadExecutor();
        }
    }

    @Test
    void ownExecutor() {
        java.util.Map.of(OwnScheduler.class, "reports-1", OwnExecutorService.class, "SimpleAsyncTaskExecutor-1").forEach((own, thread) ->
                runner(Enabled.class, own).run(context -> {
                    assertThat(context).doesNotHaveBean("applicationTaskExecutor");
                    Mailer mailer = context.getBean(Mailer.class);
                    mailer.send();
                    await().until(() -> read(mailer) != null);
                    assertThat(read(mailer)).isEqualTo(thread);
                }));
        runner(Enabled.class, OwnExecutor.class).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor");
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            await().until(() -> read(mailer) != null);
            assertThat(read(mailer)).startsWith("mail-");
        });
    }

    @Test
    void forceMode() {
        runner(Enabled.class, OwnExecutor.class).withPropertyValues("spring.task.execution.mode=force").run(context -> {
            assertThat(context).hasBean("applicationTaskExecutor");
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            await().until(() -> read(mailer) != null);
            assertThat(read(mailer)).startsWith("task-");
        });
        runner(Enabled.class, NoCandidate.class).run(context -> {
            Mailer mailer = context.getBean(Mailer.class);
            mailer.send();
            await().until(() -> read(mailer) != null);
            assertThat(read(mailer)).startsWith("task-");
            mailer.sendNamed();
            await().until(() -> read(mailer).startsWith("mail-"));
        });
    }

    @Test
    void virtualThreads() {
        runner(Enabled.class).withPropertyValues("spring.threads.virtual.enabled=true").run(context ->
                assertThat(context.getBean("applicationTaskExecutor")).isInstanceOf(SimpleAsyncTaskExecutor.class));
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Boolean> virtual = new AtomicReference<>();
        runner(Enabled.class).withPropertyValues("spring.threads.virtual.enabled=true").run(context -> {
            ((TaskExecutor) context.getBean("applicationTaskExecutor")).execute(() -> {
                virtual.set(Thread.currentThread().isVirtual());
                done.countDown();
            });
            done.await();
        });
        assertThat(virtual.get()).isTrue();
    }

    @Test
    void fallback() {
        Suppliers broken = new Suppliers(java.time.Duration.ZERO) {
            @Override
            public CompletableFuture<Double> scoreLater(String isbn) {
                return CompletableFuture.failedFuture(new IllegalStateException("评分服务没有响应"));
            }
        };
        withLog(BookPages.class.getName(), events -> {
            assertThat(new BookPages(broken).forgiving("x").score()).isZero();
            assertThat(events).singleElement().satisfies(event -> {
                assertThat(event.getLevel()).isEqualTo(Level.WARN);
                assertThat(event.getThrowableProxy().getMessage()).isEqualTo("评分服务没有响应");
            });
        });
        assertThat(catchThrowable(() -> new BookPages(broken).together("x"))).isInstanceOf(CompletionException.class);
    }

    /** Since JDK 24 both end; before it a virtual thread that waits inside {@code synchronized} keeps its carrier. */
    @Test
    void notPinned() {
        List<String> command = new java.util.ArrayList<>(ConsoleRun.javaCommand(Pinning.class));
        command.addAll(1, List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"));
        boolean pins = Runtime.version().feature() < 24;
        try (RunningProgram program = RunningProgram.start(command, Recording.module(), java.util.Map.of())) {
            assertThat(program.exitCode(java.time.Duration.ofSeconds(pins ? 5 : 50)).isPresent()).isEqualTo(!pins);
            assertThat(program.output().contains("两个虚拟线程都做完了")).isEqualTo(!pins);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25, disabledReason = "预览，每个版本的写法都不同")
    void structuredConcurrencyInterruptsTheOthers() {
        ConsoleRun run = ConsoleRun.run(List.of(System.getProperty("java.home") + "/bin/java", "-Dstdout.encoding=UTF-8",
                "-Dfile.encoding=UTF-8", "--enable-preview", "--source", "25", "outlook/PageOutlook.java"), Recording.module(), null,
                java.util.Map.of());
        assertThat(run.exitCode()).as(run.output()).isZero();
        Recording.check("structured.txt", run.output().lines().filter(line -> line.contains("另外两个"))
                .collect(java.util.stream.Collectors.joining("\n")));
    }
}
