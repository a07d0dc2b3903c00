package com.example.bookstore.orders;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.stereotype.Component;

/**
 * 重试的预算：每个请求存入 1.1 枚，每次尝试（第一次也算）花掉 1 枚，攒不过 10 枚。
 * 对方好好的，预算是满的；对方一直坏着，攒下的花完之后，重试就只有请求的一成。
 */
@Component
class RetryBudget {

    // region budget
    private static final int DEPOSIT = 11; // 单位是十分之一枚
    private static final int ATTEMPT = 10;
    private static final int MOST = 100;

    private final AtomicInteger tokens = new AtomicInteger(MOST);

    void request() {
        tokens.updateAndGet(now -> Math.min(MOST + DEPOSIT, now + DEPOSIT));
    }

    void attempt() {
        tokens.addAndGet(-ATTEMPT);
    }

    boolean allowsRetry() {
        return tokens.get() >= ATTEMPT;
    }
    // endregion budget
}
