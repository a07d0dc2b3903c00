package com.example.bookstore;

/** A pod that can be started and stopped. */
public interface Pod {

    void start();

    /** Whether its readiness probe succeeds; asked as often as needed. */
    boolean isReady();

    /** Takes no new connection and waits for the requests under way. */
    void stop();
}
