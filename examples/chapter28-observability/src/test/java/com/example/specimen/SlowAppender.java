package com.example.specimen;

import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/** A log server far away: each line takes its time. */
public class SlowAppender extends AppenderBase<ILoggingEvent> {

    private int millis = 2;

    public void setMillis(int millis) {
        this.millis = millis;
    }

    @Override
    protected void append(ILoggingEvent event) {
        long end = System.nanoTime() + millis * 1_000_000L;
        boolean interrupted = false;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
            interrupted |= Thread.interrupted(); // as a blocking write, it does not go faster for that
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        System.out.println("收到 " + event.getFormattedMessage());
    }
}
