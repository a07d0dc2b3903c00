package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.bookstore.ReadsTheLog;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;

@Timeout(60)
@Order(1)
@ReadsTheLog
class ThrowingTests {

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Failing {

        final AtomicInteger rate = new AtomicInteger();
        final AtomicInteger delay = new AtomicInteger();
        final AtomicInteger cron = new AtomicInteger();
        final AtomicInteger error = new AtomicInteger();
        final AtomicInteger once = new AtomicInteger();

        @Scheduled(fixedRate = 50)
        void rate() {
            rate.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }

        @Scheduled(fixedDelay = 50)
        void delay() {
            delay.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }

        @Scheduled(cron = "* * * * * *")
        void cron() {
            cron.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }

        @Scheduled(fixedRate = 50)
        void error() {
            error.incrementAndGet();
            throw new StackOverflowError("错误，不是异常");
        }

        @Scheduled(initialDelay = 10)
        void once() {
            once.incrementAndGet();
            throw new IllegalStateException("只此一次");
        }
    }

    @Test
    void scheduledGoesOn() {
        Logger logger = (Logger) LoggerFactory.getLogger(
                "org.springframework.scheduling.support.TaskUtils$LoggingErrorHandler");
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        logger.addAppender(events);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
                .withUserConfiguration(Failing.class)
                .run(context -> {
                    Failing jobs = context.getBean(Failing.class);
                    await().until(() -> jobs.rate.get() > 2 && jobs.delay.get() > 2 && jobs.error.get() > 2
                            && jobs.cron.get() > 1 && jobs.once.get() == 1);
                });
        logger.detachAppender(events);
        ILoggingEvent event = events.list.stream().filter(one -> one.getThrowableProxy().getMessage()
                .equals("邮件服务器没有响应")).findFirst().orElseThrow();
        Recording.check("scheduled-throws.txt", "%s %s : %s%n%n%s: %s".formatted(event.getLevel(),
                event.getLoggerName(), event.getFormattedMessage(), event.getThrowableProxy().getClassName(),
                event.getThrowableProxy().getMessage()));
        assertThat(events.list).anyMatch(one -> one.getThrowableProxy().getClassName().endsWith("StackOverflowError"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void javaStops(CapturedOutput output) {
        // region java
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future = executor.scheduleAtFixedRate(() -> {
            runs.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }, 0, 50, TimeUnit.MILLISECONDS);
        // endregion java
        try (executor) {
            await().until(future::isDone);
            assertThat(runs).hasValue(1);
            assertThat(future.state()).isEqualTo(java.util.concurrent.Future.State.FAILED);
            assertThat(future.exceptionNow()).hasMessage("邮件服务器没有响应");
        }
        assertThat(output).doesNotContain("邮件服务器没有响应", "Exception");
    }

    @Test
    void propagatingHandlerStops() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setErrorHandler(org.springframework.scheduling.support.TaskUtils.LOG_AND_PROPAGATE_ERROR_HANDLER);
        scheduler.initialize();
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future = scheduler.scheduleAtFixedRate(() -> {
            runs.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }, Duration.ofMillis(50));
        await().until(future::isDone);
        assertThat(runs).hasValue(1);
        scheduler.shutdown();
    }

    /** There each run has a thread of its own, and what it throws does not reach the trigger. */
    @Test
    void propagatingHandlerDoesNotStopVirtualThreads() {
        SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler();
        scheduler.setVirtualThreads(true);
        scheduler.setErrorHandler(org.springframework.scheduling.support.TaskUtils.LOG_AND_PROPAGATE_ERROR_HANDLER);
        AtomicInteger rate = new AtomicInteger();
        AtomicInteger cron = new AtomicInteger();
        try {
            scheduler.scheduleAtFixedRate(() -> failOnThread(rate), Duration.ofMillis(50));
            scheduler.schedule(() -> failOnThread(cron), new CronTrigger("* * * * * *"));
            await().until(() -> rate.get() > 2 && cron.get() > 1);
        }
        finally {
            scheduler.close();
        }
    }

    /** Counts what comes to the end of this thread, where any test that waits meanwhile would take it for its own. */
    private static void failOnThread(AtomicInteger uncaught) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.incrementAndGet());
        throw new IllegalStateException("邮件服务器没有响应");
    }

    public static final class Failure implements Job {
        static final AtomicInteger runs = new AtomicInteger();

        @Override
        public void execute(JobExecutionContext context) {
            runs.incrementAndGet();
            throw new IllegalStateException("邮件服务器没有响应");
        }
    }

    public static final class Unscheduling implements Job {
        static final AtomicInteger runs = new AtomicInteger();

        @Override
        public void execute(JobExecutionContext context) throws JobExecutionException {
            runs.incrementAndGet();
            JobExecutionException ex = new JobExecutionException("不要再运行");
            ex.setUnscheduleFiringTrigger(true);
            throw ex;
        }
    }

    private static Scheduler quartz(Class<? extends Job> job) throws Exception {
        return quartz(job, 1);
    }

    private static Scheduler quartz(Class<? extends Job> job, int threads) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", job.getSimpleName());
        properties.setProperty("org.quartz.threadPool.threadCount", String.valueOf(threads));
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.scheduleJob(newJob(job).build(), newTrigger().withIdentity("every-50-ms")
                .withSchedule(simpleSchedule().withIntervalInMilliseconds(50).repeatForever()).build());
        scheduler.start();
        return scheduler;
    }

    @Test
    void quartzGoesOn() throws Exception {
        List<String> log = quartzLog(() -> {
            Scheduler scheduler = quartz(Failure.class);
            await().until(() -> Failure.runs.get() > 2);
            scheduler.shutdown(true);
            return null;
        });
        assertThat(log).filteredOn(line -> line.startsWith("ERROR")).hasSize(2 * Failure.runs.get());
        assertThat(log).contains("ERROR org.quartz.core.JobRunShell", "ERROR org.quartz.core.ErrorLogger");
    }

    @Test
    void quartzUnschedules() throws Exception {
        List<String> log = quartzLog(() -> {
            Scheduler scheduler = quartz(Unscheduling.class);
            await().until(() -> scheduler.getTriggerState(TriggerKey.triggerKey("every-50-ms"))
                    == org.quartz.Trigger.TriggerState.COMPLETE);
            scheduler.shutdown(true);
            return null;
        });
        assertThat(Unscheduling.runs).hasValue(1);
        assertThat(log).contains("INFO org.quartz.core.JobRunShell").noneMatch(line -> line.startsWith("ERROR"));
    }

    /** Level and logger of what Quartz's core says meanwhile. */
    private static List<String> quartzLog(Callable<Void> test) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("org.quartz.core");
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        logger.addAppender(events);
        try {
            test.call();
        }
        finally {
            logger.detachAppender(events);
        }
        return events.list.stream().map(event -> event.getLevel() + " " + event.getLoggerName()).toList();
    }

    public static class Slow implements Job {
        static final AtomicInteger inside = new AtomicInteger();
        static final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void execute(JobExecutionContext context) {
            inside.incrementAndGet();
            try {
                open.await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @DisallowConcurrentExecution
    public static class Alone implements Job {
        static final AtomicInteger inside = new AtomicInteger();
        static final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void execute(JobExecutionContext context) throws JobExecutionException {
            inside.incrementAndGet();
            try {
                open.await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void quartzOverlapsUnlessForbidden() throws Exception {
        Scheduler alone = quartz(Alone.class, 3);
        Scheduler slow = quartz(Slow.class, 3);
        await().until(() -> Slow.inside.get() == 3 && Alone.inside.get() == 1);
        await().during(Duration.ofMillis(500)).until(() -> Alone.inside.get() == 1); // ten more times are due
        Slow.open.countDown();
        Alone.open.countDown();
        slow.shutdown(true);
        alone.shutdown(true);
    }
}
