package com.example.bookstore;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

// region slow
/** 三个别人的服务，每个都要等一会儿。 */
@Component
public class Suppliers {

    private final Duration slow;

    public Suppliers(@Value("${bookstore.slow}") Duration slow) {
        this.slow = slow;
    }

    public int stock(String isbn) {
        pause();
        return 7;
    }

    public int cents(String isbn) {
        pause();
        return 2300;
    }

    public double score(String isbn) {
        pause();
        return 9.3;
    }
    // endregion slow

    // region async
    @Async
    public CompletableFuture<Integer> stockLater(String isbn) {
        return CompletableFuture.completedFuture(stock(isbn));
    }

    @Async
    public CompletableFuture<Integer> centsLater(String isbn) {
        return CompletableFuture.completedFuture(cents(isbn));
    }

    @Async
    public CompletableFuture<Double> scoreLater(String isbn) {
        return CompletableFuture.completedFuture(score(isbn));
    }
    // endregion async

    private void pause() {
        try {
            Thread.sleep(slow);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("等待时被中断", ex);
        }
    }
}
