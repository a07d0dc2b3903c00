package com.example.bookstore;

import java.time.Duration;
import java.util.function.LongSupplier;

// region budget
/** 一个请求的时间预算：顾客愿意等多久，几次远程调用合起来就用多久。 */
public class TimeoutBudget {

    private static final Duration TOO_SHORT = Duration.ofMillis(50);

    private final Duration total;
    private final LongSupplier nanoTime;
    private final long start;

    public TimeoutBudget(Duration total, LongSupplier nanoTime) {
        this.total = total;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /** 下一次调用的超时。limit 是这个服务自己的上限。 */
    public Duration next(Duration limit) {
        // 相减再比较：nanoTime 会回绕，两个值不能直接比大小
        Duration left = total.minusNanos(nanoTime.getAsLong() - start);
        if (left.compareTo(TOO_SHORT) < 0) {
            throw new BudgetSpentException("还剩 " + left.toMillis() + " 毫秒，不再调用");
        }
        return left.compareTo(limit) < 0 ? left : limit;
    }
}
// endregion budget
