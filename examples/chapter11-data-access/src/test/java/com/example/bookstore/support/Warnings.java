package com.example.bookstore.support;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** What is logged at WARN or above, also while the tests' root level is ERROR. */
public final class Warnings {

    private Warnings() {
    }

    public static List<String> during(Runnable action) {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.setLevel(Level.WARN);
        root.addAppender(lines);
        try {
            action.run();
        }
        finally {
            root.detachAppender(lines);
            root.setLevel(before);
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
