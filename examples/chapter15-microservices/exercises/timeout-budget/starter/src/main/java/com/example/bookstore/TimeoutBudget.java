package com.example.bookstore;

import java.time.Duration;
import java.util.function.LongSupplier;

// region budget
/** 一个请求的时间预算：顾客愿意等多久，几次远程调用合起来就用多久。 */
public class TimeoutBudget {

    public TimeoutBudget(Duration total, LongSupplier nanoTime) {
    }

    /** 下一次调用的超时。limit 是这个服务自己的上限。 */
    public Duration next(Duration limit) {
        return limit;
    }
}
// endregion budget
