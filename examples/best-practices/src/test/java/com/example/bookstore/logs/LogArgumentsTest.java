package com.example.bookstore.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What SLF4J and Logback make of the arguments of a log statement. */
class LogArgumentsTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(LogArgumentsTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.setLevel(Level.INFO);
        log.setAdditive(false);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void restore() {
        log.detachAppender(lines);
        log.setAdditive(true);
        log.setLevel(null);
    }

    private String logged(Consumer<Exception> statement) {
        statement.accept(new IllegalStateException("库存不足"));
        ILoggingEvent line = lines.list.getLast();
        return "%s %s".formatted(line.getThrowableProxy() == null ? "没有  " : "有    ",
                line.getFormattedMessage());
    }

    @Test
    @DisplayName("拼进消息、取 getMessage：调用栈丢了")
    void stackTraceIsLost() {
        // region bad
        String concatenated = logged(ex -> log.error("订单 1 失败：" + ex));
        String messageOnly = logged(ex -> log.error("订单 {} 失败：{}", 1, ex.getMessage()));
        // endregion bad
        assertThat(concatenated).startsWith("没有");
        assertThat(messageOnly).startsWith("没有");
        Recording.check("log-lost-stack.txt", """
                调用栈 消息
                %s
                %s
                """.formatted(concatenated, messageOnly));
    }

    @Test
    @DisplayName("异常放在最后：不占占位符，调用栈在；多写一个 {} 会原样印出来")
    void stackTraceIsKept() {
        // region good
        String last = logged(ex -> log.error("订单 {} 失败", 1, ex));
        // endregion good
        // region surplus
        String surplus = logged(ex -> log.error("订单 {} 失败：{}", 1, ex));
        // endregion surplus
        assertThat(last).startsWith("有").endsWith("订单 1 失败");
        assertThat(surplus).startsWith("有").endsWith("订单 1 失败：{}");
        Recording.check("log-kept-stack.txt", """
                调用栈 消息
                %s
                %s
                """.formatted(last, surplus));
    }

    @Test
    @DisplayName("换成 Log4j2：给异常写了占位符，调用栈就没有了")
    void log4jLosesTheStackTrace() {
        Exception ex = new IllegalStateException("库存不足");
        assertThat(new ParameterizedMessage("订单 {} 失败", 1, ex).getThrowable()).isSameAs(ex);
        assertThat(new ParameterizedMessage("订单 {} 失败：{}", 1, ex).getThrowable()).isNull();
    }

    /** An order whose text is dear to make, and that counts how often it is made. */
    private static final class Order {

        private final AtomicInteger described = new AtomicInteger();

        String describe() {
            return "订单，第 " + described.incrementAndGet() + " 次";
        }

        @Override
        public String toString() {
            return describe();
        }
    }

    @Test
    @DisplayName("DEBUG 关着：拼接与直接调用照样算一千遍")
    void computedForNothing() {
        Order order = new Order();
        // region eager
        for (int i = 0; i < 1000; i++) {
            log.debug("收到 " + order);
            log.debug("收到 {}", order.describe());
        }
        // endregion eager
        assertThat(order.described).hasValue(2000);
    }

    @Test
    @DisplayName("DEBUG 关着：占位符与 Supplier 一遍也不算")
    void notComputed() {
        Order order = new Order();
        // region lazy
        for (int i = 0; i < 1000; i++) {
            log.debug("收到 {}", order);
            log.atDebug().addArgument(order::describe).log("收到 {}");
        }
        // endregion lazy
        assertThat(order.described).hasValue(0);
        log.setLevel(Level.DEBUG);
        log.atDebug().addArgument(order::describe).log("收到 {}");
        assertThat(lines.list.getLast().getFormattedMessage()).isEqualTo("收到 订单，第 1 次");
    }
}
