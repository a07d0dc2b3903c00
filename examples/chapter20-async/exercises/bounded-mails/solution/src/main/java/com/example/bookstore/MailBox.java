package com.example.bookstore;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Two threads send mails. */
public class MailBox implements AutoCloseable {

    // region box
    private final ExecutorService threads;

    public MailBox(int waiting) {
        this.threads = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting));
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
