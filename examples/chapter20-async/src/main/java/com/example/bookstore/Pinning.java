package com.example.bookstore;

import java.util.concurrent.CountDownLatch;

/** Two virtual threads on one carrier: the first waits inside {@code synchronized} for the second. */
public final class Pinning {

    private Pinning() {
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        Object lock = new Object();
        Thread first = Thread.ofVirtual().start(() -> {
            synchronized (lock) {
                entered.countDown();
                try {
                    other.await();
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        entered.await();
        Thread.ofVirtual().start(other::countDown);
        first.join();
        System.out.println("两个虚拟线程都做完了");
    }
}
