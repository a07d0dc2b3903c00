package com.example.bookstore;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Two threads send mails. */
public class MailBox implements AutoCloseable {

    // region box
    private final ExecutorService threads;

    public MailBox(int waiting) {
        // ArrayBlockingQueue 的容量不能是零；SynchronousQueue 一封也不存
        this.threads = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, waiting == 0
                ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(waiting));
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

    /** 收下的都寄完才返回。 */
    @Override
    public void close() {
        threads.close();
    }
    // endregion box
}
