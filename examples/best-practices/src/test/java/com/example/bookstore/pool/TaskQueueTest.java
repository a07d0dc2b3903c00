package com.example.bookstore.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** A hundred slow tasks handed to the executor behind @Async. */
class TaskQueueTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class));

    /** Hands over a hundred tasks that do not end, and says where they are. */
    private static String handOver(ThreadPoolTaskExecutor executor) {
        CountDownLatch end = new CountDownLatch(1);
        int rejected = 0;
        for (int i = 0; i < 100; i++) {
            try {
                executor.execute(() -> await(end));
            }
            catch (TaskRejectedException ex) {
                rejected++;
            }
        }
        String report = "执行 %d，排队 %d，拒绝 %d%n".formatted(executor.getPoolSize(),
                executor.getQueueSize(), rejected);
        end.countDown();
        return report;
    }

    @Test
    @DisplayName("默认：8 个线程，其余全进队列，一个不拒绝；队列长度没有上限")
    void queueWithoutEnd() {
        application.run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            assertThat(executor.getQueueCapacity()).isEqualTo(Integer.MAX_VALUE);
            Recording.check("task-queue-default.txt", handOver(executor));
        });
    }

    @Test
    @DisplayName("写了上限：16 个线程、20 个排队，其余当场拒绝")
    void queueWithAnEnd() {
        application.withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.location=classpath:task-queue.properties")
                .run(context -> Recording.check("task-queue-bounded.txt",
                        handOver(context.getBean(ThreadPoolTaskExecutor.class))));
    }

    @Test
    @DisplayName("打开虚拟线程：池的属性不起作用，上限是另一个属性")
    void virtualThreadsHaveAnotherLimit() {
        application.withPropertyValues("spring.threads.virtual.enabled=true",
                "spring.task.execution.pool.max-size=1", "spring.task.execution.pool.queue-capacity=1",
                "spring.task.execution.simple.concurrency-limit=20").run(context -> {
                    assertThat(context).doesNotHaveBean(ThreadPoolTaskExecutor.class);
                    assertThat(context.getBean(SimpleAsyncTaskExecutor.class).getConcurrencyLimit())
                            .isEqualTo(20);
                });
    }

    @Test
    @DisplayName("虚拟线程到了上限，默认让交任务的人等；再写一个属性，才当场拒绝")
    void virtualThreadsMakeTheCallerWait() {
        ApplicationContextRunner one = application.withPropertyValues("spring.threads.virtual.enabled=true",
                "spring.task.execution.simple.concurrency-limit=1");
        one.run(context -> {
            SimpleAsyncTaskExecutor executor = context.getBean(SimpleAsyncTaskExecutor.class);
            CountDownLatch end = new CountDownLatch(1);
            executor.execute(() -> await(end));
            CompletableFuture<Void> second = CompletableFuture.runAsync(() -> executor.execute(() -> { }));
            assertThatThrownBy(() -> second.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            end.countDown();
            second.get(10, TimeUnit.SECONDS);
        });
        one.withPropertyValues("spring.task.execution.simple.reject-tasks-when-limit-reached=true").run(context -> {
            SimpleAsyncTaskExecutor executor = context.getBean(SimpleAsyncTaskExecutor.class);
            CountDownLatch end = new CountDownLatch(1);
            executor.execute(() -> await(end));
            assertThatThrownBy(() -> executor.execute(() -> { })).isInstanceOf(TaskRejectedException.class);
            end.countDown();
        });
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
