package com.example.bookstore;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two threads send mails. */
public class MailBox implements AutoCloseable {

    // region box
    private final ExecutorService threads;

    public MailBox(int waiting) {
        this.threads = Executors.newFixedThreadPool(2);
    }

    /** 放进来就返回 true；已经有 waiting 封在等，就不收，返回 false。 */
    public boolean offer(Runnable mail) {
        threads.execute(mail);
        return true;
    }

    /** 收下的都寄完才返回。 */
    @Override
    public void close() {
        threads.close();
    }
    // endregion box
}
