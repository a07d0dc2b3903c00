package com.example.bookstore;

import java.time.Clock;
import java.time.LocalDate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.stereotype.Component;

/** 一位顾客一天的 token。问之前预留最多会用的，知道了实际的再结清；线程安全，只在这一个进程里有效。 */
@Component
public class Budget {

    private record Day(LocalDate date, long used) {
    }

    private final ConcurrentHashMap<String, Day> days = new ConcurrentHashMap<>();
    /** 看到过的最晚的一天，只往后走。 */
    private final AtomicReference<LocalDate> latest = new AtomicReference<>(LocalDate.MIN);
    /** 以前的日子已经清掉的那一天。 */
    private final AtomicReference<LocalDate> cleared = new AtomicReference<>(LocalDate.MIN);
    private final Clock clock;
    private final StoreProperties properties;

    Budget(Clock clock, StoreProperties properties) {
        this.clock = clock;
        this.properties = properties;
    }

    /** 连回答都放不下了，就不必检索、不必开口。能不能问，由 {@link #reserve} 说了算。 */
    public void admit(String customer) {
        if (used(customer) + properties.answerTokens() > properties.dailyTokens()) {
            throw new BudgetExceededException();
        }
    }

    /** 预留问一次模型最多会用的：提问的，加上回答的上限。剩下的不够，就不问。 */
    public Reservation reserve(String customer, long promptAtMost) {
        long wanted = promptAtMost + properties.answerTokens();
        Day after = days.compute(customer, (name, day) -> {
            if (wanted > properties.dailyTokens()) {
                throw new TooLongException();
            }
            LocalDate today = today();
            Day now = day == null || day.date().isBefore(today) ? new Day(today, 0) : day;
            if (now.used() + wanted > properties.dailyTokens()) {
                throw new BudgetExceededException();
            }
            return new Day(now.date(), now.used() + wanted);
        });
        forgetBefore(after.date());
        return new Reservation(customer, after.date(), wanted);
    }

    /** 零点前看的钟，轮到时别人已经在用新的一天，就算在新的一天里。 */
    private LocalDate today() {
        return latest.accumulateAndGet(LocalDate.now(clock), (one, other) -> one.isAfter(other) ? one : other);
    }

    /** 新的一天第一个问的人，把以前的都清掉；不清，来过的顾客就一直留着。 */
    private void forgetBefore(LocalDate date) {
        if (!cleared.getAndSet(date).equals(date)) {
            days.values().removeIf(day -> day.date().isBefore(date));
        }
    }

    /** 没有结清的，就一直按预留的算。 */
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

        /** 按实际用量结清，重复调用没有作用；不知道用了多少（0），就按预留的算。 */
        public void settle(long actual) {
            count(actual > 0 ? actual : reserved);
        }

        /** 服务拒绝了，没有收钱：全部还回去。 */
        public void release() {
            count(0);
        }

        private void count(long tokens) {
            if (settled.compareAndSet(false, true)) {
                days.computeIfPresent(customer, (name, day) -> day.date().equals(date)
                        ? new Day(date, day.used() - reserved + tokens) : day);
            }
        }
    }

    public long used(String customer) {
        Day day = days.get(customer);
        return day == null || day.date().isBefore(today()) ? 0 : day.used();
    }

    public static class BudgetExceededException extends RuntimeException {
        BudgetExceededException() {
            this("今天的额度用完了");
        }

        private BudgetExceededException(String message) {
            super(message);
        }
    }

    /** 一天的额度全给它也放不下：明天再问，还是放不下。 */
    public static final class TooLongException extends BudgetExceededException {
        TooLongException() {
            super("对话太长了，前面的已经忘掉，请再问一次。");
        }
    }
}
