package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.bookstore.ShortLived;
import com.example.bookstore.WritesTheLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.ScheduledTaskHolder;

@Timeout(60)
@WritesTheLog
class DeclarationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class));

    @Configuration(proxyBeanMethods = false)
    static class WithoutEnable {
        final AtomicInteger runs = new AtomicInteger();

        @Scheduled(fixedRate = 10)
        void job() {
            runs.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class FiveFields {
        @Scheduled(cron = "30 2 * * *")
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Parameter {
        @Scheduled(fixedRate = 1000)
        void job(String name) {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Both {
        @Scheduled(cron = "0 * * * * *", fixedRate = 1000)
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Neither {
        @Scheduled
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Twice {
        @Scheduled(cron = "0 * * * * *")
        @Scheduled(fixedRate = 1000, initialDelay = 3_600_000)
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class WrongDuration {
        @Scheduled(fixedDelayString = "1 minute")
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Disabled {
        @Scheduled(cron = "-")
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Impossible {
        @Scheduled(cron = "0 0 9 30 2 *")
        void job() {
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Long {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch ended = new CountDownLatch(1);
        final AtomicReference<String> end = new AtomicReference<>();

        @Scheduled(fixedDelay = 3_600_000)
        void job() {
            entered.countDown();
            try {
                open.await();
                end.set("做完了");
            }
            catch (InterruptedException ex) {
                end.set("被中断");
            }
            ended.countDown();
        }
    }

    private void fails(Class<?> jobs, String recording) {
        runner.withUserConfiguration(jobs).run(context -> {
            assertThat(context).hasFailed();
            Recording.check(recording, context.getStartupFailure());
        });
    }

    @Test
    void withoutEnable() {
        runner.withUserConfiguration(WithoutEnable.class).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(ScheduledAnnotationBeanPostProcessor.class);
            assertThat(context.getBean(WithoutEnable.class).runs).hasValue(0);
        });
    }

    @Test
    void fiveFields() {
        fails(FiveFields.class, "five-fields-start.txt");
    }

    @Test
    void parameter() {
        fails(Parameter.class, "parameter.txt");
    }

    @Test
    void both() {
        fails(Both.class, "both.txt");
    }

    @Test
    void neither() {
        runner.withUserConfiguration(Neither.class).run(context -> assertThat(context).getFailure().rootCause()
                .hasMessageEndingWith(": One-time task only supported with specified initial delay"));
    }

    @Test
    void twoAnnotationsAreTwoTasks() {
        runner.withUserConfiguration(Twice.class).run(context -> assertThat(
                context.getBean(ScheduledTaskHolder.class).getScheduledTasks()).hasSize(2));
    }

    @Test
    void wrongDuration() {
        fails(WrongDuration.class, "wrong-duration.txt");
    }

    @Test
    void disabled() {
        runner.withUserConfiguration(Disabled.class).run(context -> assertThat(
                context.getBean(ScheduledTaskHolder.class).getScheduledTasks()).isEmpty());
    }

    @Test
    void impossibleIsSilent() {
        runner.withUserConfiguration(Impossible.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void batchInMemory() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(
                org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration.class)).run(context ->
                assertThat(context.getBean(org.springframework.batch.core.repository.JobRepository.class))
                        .extracting(org.springframework.aop.support.AopUtils::getTargetClass)
                        .isEqualTo(org.springframework.batch.core.repository.support.ResourcelessJobRepository.class));
    }

    /** Closes the context while the job is running. */
    private String closing(boolean finishes, String phase) {
        AtomicReference<Long> job = new AtomicReference<>();
        runner.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withUserConfiguration(Long.class)
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=" + phase).run(context -> {
                    job.set(context.getBean(Long.class));
                    await().until(() -> job.get().entered.getCount() == 0);
                    if (finishes) {
                        // 等到关闭已经开始，任务才做完
                        ConfigurableApplicationContext closed =
                                (ConfigurableApplicationContext) context.getSourceApplicationContext();
                        Thread.ofVirtual().start(() -> {
                            await().until(closed::isClosed);
                            job.get().open.countDown();
                        });
                    }
                });
        await().until(() -> job.get().end.get() != null);
        return job.get().end.get();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class LongRate extends Long {
        @Override
        @Scheduled(fixedRate = 3_600_000)
        void job() {
            super.job();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class LongCron extends Long {
        final AtomicBoolean first = new AtomicBoolean(true);

        @Override
        @Scheduled(cron = "* * * * * *")
        void job() {
            if (first.getAndSet(false)) {
                super.job();
            }
        }
    }

    /** What has become of a running job on a virtual thread when the context is closed: at once if it finishes. */
    private String closingVirtual(Class<? extends Long> jobs, boolean finishes, String... properties) throws InterruptedException {
        AtomicReference<Long> job = new AtomicReference<>();
        runner.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class)).withUserConfiguration(jobs)
                .withPropertyValues("spring.threads.virtual.enabled=true").withPropertyValues(properties).run(context -> {
                    job.set(context.getBean(jobs));
                    job.get().entered.await();
                    if (finishes) {
                        ConfigurableApplicationContext closed =
                                (ConfigurableApplicationContext) context.getSourceApplicationContext();
                        Thread.ofVirtual().start(() -> {
                            await().until(closed::isClosed);
                            job.get().open.countDown();
                        });
                    }
                });
        if (!finishes) {
            job.get().ended.await(500, TimeUnit.MILLISECONDS);
        }
        String seen = job.get().end.get();
        job.get().open.countDown();
        return seen == null ? "还在做" : seen;
    }

    @Test
    void virtualThreadsOnClose() throws InterruptedException {
        String wait = "spring.task.scheduling.shutdown.await-termination=true";
        String period = "spring.task.scheduling.shutdown.await-termination-period=";
        assertThat(closingVirtual(Long.class, true)).as("fixedDelay").isEqualTo("做完了");
        assertThat(closingVirtual(LongRate.class, false)).as("fixedRate").isEqualTo("还在做");
        assertThat(closingVirtual(LongCron.class, false)).as("cron").isEqualTo("还在做");
        for (Class<? extends Long> jobs : List.of(LongRate.class, LongCron.class)) {
            assertThat(closingVirtual(jobs, true, wait, period + "30s")).isEqualTo("做完了");
            assertThat(closingVirtual(jobs, false, wait, period + "300ms")).isEqualTo("被中断");
        }
    }

    /** Without a web server nothing but the jobs is left, and virtual threads do not keep a JVM alive. */
    @Test
    void virtualThreadsDoNotKeepTheProcess() {
        try (RunningProgram ends = jobsOnly(false); RunningProgram stays = jobsOnly(true)) {
            assertThat(ends.exitCode()).as(ends.output()).isZero();
            assertThat(ends.output()).contains("Started JobsOnly").doesNotContain("任务运行了");
            assertThat(stays.exitCode()).as(stays.output()).isZero();
            assertThat(stays.output()).contains("任务运行了");
        }
    }

    private static RunningProgram jobsOnly(boolean keepAlive) {
        List<String> command = new ArrayList<>(ShortLived.command(JobsOnly.class, "--spring.threads.virtual.enabled=true",
                "--spring.main.keep-alive=" + keepAlive));
        // with the classes of the tests
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        return RunningProgram.start(command, Recording.module(), Map.of());
    }

    @Test
    void closeInterrupts() {
        assertThat(closing(false, "300ms")).isEqualTo("被中断");
    }

    @Test
    void closeWaits() {
        assertThat(closing(true, "30s")).isEqualTo("做完了");
    }
}
