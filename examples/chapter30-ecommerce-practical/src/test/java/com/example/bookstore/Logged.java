package com.example.bookstore;

import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** What one class of the store logs while something happens. */
final class Logged {

    private Logged() {
    }

    /** The level and the message of each line. */
    static List<String> by(String type, Runnable action) {
        Logger logger = (Logger) LoggerFactory.getLogger("com.example.bookstore." + type);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            action.run();
        }
        finally {
            logger.detachAppender(lines);
        }
        return List.copyOf(lines.list).stream().map(line -> line.getLevel() + " " + line.getFormattedMessage()).toList();
    }
}
