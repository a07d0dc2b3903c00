package com.example.bookstore;

import java.util.concurrent.CountDownLatch;

import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Submits tasks of one megabyte to a pool with a queue without end, until the heap is full. */
public final class EndlessQueue {

    private EndlessQueue() {
    }

    public static void main(String[] args) {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutorBuilder().corePoolSize(8).build();
        executor.setDaemon(true);
        executor.initialize();
        CountDownLatch slow = new CountDownLatch(1);
        int submitted = 0;
        try {
            while (true) {
                byte[] picture = new byte[1024 * 1024];
                executor.execute(() -> {
                    try {
                        slow.await();
                    }
                    catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                    picture[0]++;
                });
                submitted++;
            }
        }
        catch (OutOfMemoryError error) {
            System.out.println("线程 " + executor.getPoolSize() + " 个，没有拒绝过一个任务");
            System.out.println("排队的" + (submitted > 8 + 10 ? "超过十个" : "有 " + (submitted - 8) + " 个"));
            System.out.println(error);
            System.exit(3);
        }
    }
}
