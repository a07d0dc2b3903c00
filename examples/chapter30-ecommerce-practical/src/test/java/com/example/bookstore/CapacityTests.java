package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.example.book.Recording;
import com.example.book.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** Compares times, so nothing else runs meanwhile. */
@DisplayName("容量：一单几条语句，瓶颈在哪里")
@Isolated
class CapacityTests extends RunningStore {

    private static final int ORDERS = 80;
    private static final int THREADS = 8;
    private static final Duration HOLD = Duration.ofMillis(20);

    @Test
    @DisplayName("一张一本书的订单，下单是五条语句")
    void statements() {
        String isbn = newBook("23.00", 5);
        Logger logger = (Logger) LoggerFactory.getLogger(JdbcTemplate.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>() {
            @Override
            protected void append(ILoggingEvent event) {
                event.prepareForDeferredProcessing(); // 记下是哪个线程
                super.append(event);
            }
        };
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        try {
            place("li", isbn, 1);
        }
        finally {
            logger.setLevel(null);
            logger.setAdditive(true);
            logger.detachAppender(appender);
        }
        String mine = Thread.currentThread().getName();
        List<String> statements = List.copyOf(appender.list).stream().filter(event -> event.getThreadName().equals(mine))
                .map(ILoggingEvent::getFormattedMessage).filter(message -> message.contains("prepared SQL statement ["))
                .map(message -> message.replaceAll("(?s).*statement \\[(.*)]", "$1").replaceAll("\\s+", " ").strip())
                .map(sql -> sql.length() > 72 ? sql.substring(0, 71) + "…" : sql).toList();
        assertThat(statements).hasSize(5);
        Recording.check("statements.txt", String.join("\n", statements));
    }

    /** How long so many orders take when each stays in its transaction for a while. */
    private Duration time(List<String> isbns) {
        steps.at("checkout.before-commit", () ->
                jdbc.sql("select 1 from pg_sleep(?)").param(HOLD.toMillis() / 1000.0).query(Integer.class).single());
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        List<Integer> done = together(THREADS, () -> {
            int number;
            while ((number = next.getAndIncrement()) < ORDERS) {
                place("li", isbns.get(number % isbns.size()), 1);
            }
            return 0;
        });
        assertThat(done).hasSize(THREADS);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    @DisplayName("同一本书的订单一个接一个，不同的书可以并行")
    void oneBookOrMany() {
        Duration same = time(List.of(newBook("23.00", ORDERS)));
        Duration different = time(IntStream.range(0, THREADS * 2).mapToObj(i -> newBook("23.00", ORDERS)).toList());
        Duration bound = HOLD.multipliedBy(ORDERS);
        assertThat(same).isGreaterThan(bound);
        assertThat(different).isLessThan(same.dividedBy(2));
        Table table = new Table("80 张订单，8 个线程，事务停 20 毫秒", "算出来的上限", "测到的");
        table.row("同一本书", "1 ÷ 0.02 = 每秒 50 单", "没有超过");
        table.row("16 种不同的书", "8 ÷ 0.02 = 每秒 400 单", "是同一本书的两倍以上");
        Recording.check("capacity.txt", table.toString());
    }
}
