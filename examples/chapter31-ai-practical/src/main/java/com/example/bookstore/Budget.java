package com.example.bookstore;

import java.time.Clock;
import java.time.LocalDate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.stereotype.Component;

/** 一位顾客一天的 token。先预留，答完按实际的结清；线程安全，只在这一个进程里有效。 */
@Component
public class Budget {

    private record Day(LocalDate date, long used) {
    }

    private final ConcurrentHashMap<String, Day> days = new ConcurrentHashMap<>();
    private final Clock clock;
    private final StoreProperties properties;

    Budget(Clock clock, StoreProperties properties) {
        this.clock = clock;
        this.properties = properties;
    }

    // region reserve
    /** 预留一次回答的量；剩下的不够，就不问模型。 */
    public Reservation reserve(String customer) {
        LocalDate today = LocalDate.now(clock);
        long wanted = properties.answerTokens();
        days.compute(customer, (name, day) -> {
            long used = day == null || !day.date().equals(today) ? 0 : day.used();
            if (used + wanted > properties.dailyTokens()) {
                throw new BudgetExceededException();
            }
            return new Day(today, used + wanted);
        });
        return new Reservation(customer, today, wanted);
    }

    public final class Reservation {

        private final String customer;
        private final LocalDate date;
        private final long reserved;
        private final AtomicBoolean settled = new AtomicBoolean();

        private Reservation(String customer, LocalDate date, long reserved) {
            this.customer = customer;
            this.date = date;
            this.reserved = reserved;
        }

        /** 按实际用量结清，重复调用没有作用；不知道用了多少，就按预留的算。 */
        public void settle(long actual) {
            if (settled.compareAndSet(false, true) && actual > 0) {
                days.computeIfPresent(customer, (name, day) -> day.date().equals(date)
                        ? new Day(date, day.used() - reserved + actual) : day);
            }
        }
    }
    // endregion reserve

    public long used(String customer) {
        Day day = days.get(customer);
        return day == null || !day.date().equals(LocalDate.now(clock)) ? 0 : day.used();
    }

    public static final class BudgetExceededException extends RuntimeException {
        BudgetExceededException() {
            super("今天的额度用完了");
        }
    }
}
