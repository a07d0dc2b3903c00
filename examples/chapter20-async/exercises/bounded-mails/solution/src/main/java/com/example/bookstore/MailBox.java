package com.example.bookstore;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Two threads send mails. */
public class MailBox implements AutoCloseable {

    // region box
    private final ExecutorService threads;

    public MailBox(int waiting) {
        // LinkedBlockingQueue 的容量不能是零；SynchronousQueue 一封也不存
        this.threads = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, waiting == 0
                ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(waiting));
    }

    /** 放进来就返回 true；已经有 waiting 封在等，就不收，返回 false。 */
    public boolean offer(Runnable mail) {
        try {
            threads.execute(mail);
            return true;
        }
        catch (RejectedExecutionException ex) {
            return false;
        }
    }
    // endregion box

    /** 收下的都寄完才返回；中途被中断，也等到寄完。 */
    @Override
    public void close() {
        // ExecutorService 的 close 被中断时，会丢下还没有寄的，所以自己等
        threads.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.DAYS);
            }
            catch (InterruptedException ex) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
