package com.example.pitfalls;

import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** What a logger is told while this is open. */
final class Captured implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    Captured(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        appender.start();
        logger.addAppender(appender);
    }

    List<String> messages() {
        return List.copyOf(appender.list).stream()
                .map(event -> event.getLevel() + " " + event.getLoggerName() + "\n  " + event.getFormattedMessage())
                .toList();
    }

    /** What stands under {@code traceId} beside each line. */
    List<String> traceIds() {
        return List.copyOf(appender.list).stream()
                .map(event -> event.getMDCPropertyMap().getOrDefault("traceId", "")).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
