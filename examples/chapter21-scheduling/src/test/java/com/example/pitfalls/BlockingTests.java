package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import com.example.book.Recording;
import com.example.book.Table;
import com.example.bookstore.WritesTheLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.test.util.AopTestUtils;

@Timeout(60)
@WritesTheLog
class BlockingTests {

    /** A job that never ends, and one every 50 ms. */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Jobs {

        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch slowEntered = new CountDownLatch(1);
        final AtomicInteger beats = new AtomicInteger();

        // region jobs
        @Scheduled(fixedRate = 3_600_000)
        void slowReport() throws InterruptedException {
            slowEntered.countDown();
            open.await();
        }

        @Scheduled(initialDelay = 100, fixedRate = 50)
        void heartbeat() {
            beats.incrementAndGet();
        }
        // endregion jobs
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class DelayJobs {

        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch slowEntered = new CountDownLatch(1);
        final AtomicInteger delayBeats = new AtomicInteger();
        final AtomicInteger rateBeats = new AtomicInteger();
        final AtomicInteger cronBeats = new AtomicInteger();

        @Scheduled(fixedDelay = 50)
        void slowReport() throws InterruptedException {
            slowEntered.countDown();
            open.await();
        }

        @Scheduled(initialDelay = 200, fixedDelay = 50)
        void delayBeat() {
            delayBeats.incrementAndGet();
        }

        @Scheduled(initialDelay = 200, fixedRate = 50)
        void rateBeat() {
            rateBeats.incrementAndGet();
        }

        @Scheduled(cron = "* * * * * *")
        void cronBeat() {
            cronBeats.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Overlapping {

        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger rateInside = new AtomicInteger();
        final AtomicInteger cronInside = new AtomicInteger();
        final AtomicInteger beats = new AtomicInteger();

        @Scheduled(fixedRate = 50)
        void rate() throws InterruptedException {
            rateInside.incrementAndGet();
            open.await();
        }

        @Scheduled(cron = "* * * * * *")
        void cron() throws InterruptedException {
            cronInside.incrementAndGet();
            open.await();
        }

        @Scheduled(fixedRate = 1000)
        void beat() {
            beats.incrementAndGet();
        }
    }

    /** Each call returns at once, so a fixed delay begins the next one although the last has not ended. */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @EnableAsync
    static class AsyncDelay {

        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger inside = new AtomicInteger();

        @Async
        @Scheduled(fixedDelay = 50)
        public void job() throws InterruptedException {
            inside.incrementAndGet();
            open.await();
        }
    }

    /** An executor meant for something else, like the extending of locks. */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class ExecutorBean {

        final AtomicReference<String> thread = new AtomicReference<>();

        @Bean
        ScheduledExecutorService extending() {
            return Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "extending"));
        }

        @Scheduled(fixedRate = 3_600_000)
        void job() {
            thread.set(Thread.currentThread().getName());
        }
    }

    private static void run(Class<?> jobs, Consumer<ApplicationContext> test, String... properties) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
                .withUserConfiguration(jobs).withPropertyValues(properties)
                .run(test::accept);
    }

    @Test
    void oneBlocksAll() {
        run(Jobs.class, context -> {
            Jobs jobs = context.getBean(Jobs.class);
            ThreadPoolTaskScheduler scheduler = context.getBean(ThreadPoolTaskScheduler.class);
            assertThat(scheduler.getScheduledThreadPoolExecutor().getCorePoolSize()).isEqualTo(1);
            await().until(() -> jobs.slowEntered.getCount() == 0);
            // 心跳已经晚了半秒，还没有线程来运行它
            await().until(() -> {
                Delayed head = (Delayed) scheduler.getScheduledThreadPoolExecutor().getQueue().peek();
                return head != null && head.getDelay(TimeUnit.MILLISECONDS) < -500;
            });
            assertThat(jobs.beats).hasValue(0);
            jobs.open.countDown();
            await().until(() -> jobs.beats.get() > 5);
        });
    }

    @Test
    void twoThreads() {
        run(Jobs.class, context -> {
            Jobs jobs = context.getBean(Jobs.class);
            await().until(() -> jobs.slowEntered.getCount() == 0 && jobs.beats.get() > 5);
            jobs.open.countDown();
        }, "spring.task.scheduling.pool.size=2");
    }

    @Test
    void virtualThreads() {
        run(Jobs.class, context -> {
            assertThat(context.getBean("taskScheduler")).isInstanceOf(SimpleAsyncTaskScheduler.class);
            Jobs jobs = context.getBean(Jobs.class);
            await().until(() -> jobs.slowEntered.getCount() == 0 && jobs.beats.get() > 5);
            jobs.open.countDown();
        }, "spring.threads.virtual.enabled=true");
    }

    @Test
    void virtualFixedDelayStillBlocks() {
        Table table = new Table("慢的 fixedDelay 任务占着的时候", "");
        run(DelayJobs.class, context -> {
            DelayJobs jobs = context.getBean(DelayJobs.class);
            await().until(() -> jobs.slowEntered.getCount() == 0);
            await().until(() -> jobs.rateBeats.get() >= 20 && jobs.cronBeats.get() >= 1);
            table.row("另一个 fixedDelay 任务", jobs.delayBeats.get() == 0 ? "一次也没有运行" : "运行了");
            table.row("fixedRate 任务", "照常运行").row("cron 任务", "照常运行");
            assertThat(jobs.delayBeats).hasValue(0);
            jobs.open.countDown();
            await().until(() -> jobs.delayBeats.get() > 0);
        }, "spring.threads.virtual.enabled=true");
        Recording.checkVerbatim("virtual-fixed-delay.txt", table.toString());
    }

    @Test
    void overlapsItself() {
        Table table = new Table("", "fixedRate 同时几个", "cron 同时几个");
        run(Overlapping.class, context -> {
            Overlapping jobs = context.getBean(Overlapping.class);
            await().until(() -> jobs.beats.get() >= 4 && jobs.rateInside.get() >= 1 && jobs.cronInside.get() >= 1);
            table.row("四个平台线程", several(jobs.rateInside.get()), several(jobs.cronInside.get()));
            jobs.open.countDown();
        }, "spring.task.scheduling.pool.size=4");
        run(Overlapping.class, context -> {
            Overlapping jobs = context.getBean(Overlapping.class);
            await().until(() -> jobs.beats.get() >= 4 && jobs.rateInside.get() >= 1 && jobs.cronInside.get() >= 1);
            table.row("虚拟线程", several(jobs.rateInside.get()), several(jobs.cronInside.get()));
            jobs.open.countDown();
        }, "spring.threads.virtual.enabled=true");
        Recording.checkVerbatim("overlap-itself.txt", table.toString());
    }

    @Test
    void asyncOverlapsItself() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class,
                TaskExecutionAutoConfiguration.class)).withUserConfiguration(AsyncDelay.class).run(context -> {
            AsyncDelay jobs = AopTestUtils.getTargetObject(context.getBean(AsyncDelay.class));
            await().until(() -> jobs.inside.get() >= 3);
            jobs.open.countDown();
        });
    }

    @Test
    void anExecutorThatIsABeanRunsTheJobs() {
        for (boolean virtual : new boolean[] {false, true}) {
            run(ExecutorBean.class, context -> {
                ExecutorBean jobs = context.getBean(ExecutorBean.class);
                await().until(() -> jobs.thread.get() != null);
                assertThat(jobs.thread).hasValue("extending");
            }, "spring.threads.virtual.enabled=" + virtual);
        }
    }

    private static String several(int inside) {
        return inside > 1 ? "不止一个" : "一个";
    }
}
