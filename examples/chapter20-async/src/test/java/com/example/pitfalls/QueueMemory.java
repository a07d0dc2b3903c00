package com.example.pitfalls;

import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What each task that waits in the default executor's queue keeps on the heap, in a JVM of its own. */
public final class QueueMemory {

    private QueueMemory() {
    }

    static class Mailer {

        private final CountDownLatch open = new CountDownLatch(1);

        @Async
        public void send(String orderId) {
            block(orderId);
        }

        void block(Object order) {
            try {
                open.await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Mails {
        @Bean
        Mailer mailer() {
            return new Mailer();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The heap after a collection with these tasks in the queue, less that without, for each task. */
    private static long each(ThreadPoolTaskExecutor executor, int tasks, IntConsumer submit) {
        long before = used();
        for (int i = 0; i < tasks; i++) {
            submit.accept(i);
        }
        long bytes = (used() - before) / tasks;
        if (executor.getQueueSize() < tasks || executor.getActiveCount() < 8) {
            throw new IllegalStateException("排队 " + executor.getQueueSize());
        }
        executor.getThreadPoolExecutor().getQueue().clear();
        return bytes;
    }

    public static void main(String[] args) {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(Mails.class).run(context -> {
            ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
            Mailer mailer = context.getBean(Mailer.class);
            String order = "order-1";
            Mailer target = org.springframework.test.util.AopTestUtils.getUltimateTargetObject(mailer);
            for (int i = 0; i < 1_000; i++) {
                mailer.send(order); // eight begin, the rest wait; classes are loaded
            }
            executor.getThreadPoolExecutor().getQueue().clear();
            System.out.println("execute " + each(executor, 200_000, i -> executor.execute(() -> target.block(order))));
            System.out.println("async " + each(executor, 200_000, i -> mailer.send(order)));
            System.out.println("letter " + each(executor, 5_000, i -> {
                byte[] letter = new byte[10_000];
                executor.execute(() -> target.block(letter));
            }));
            target.open.countDown();
        });
    }
}
