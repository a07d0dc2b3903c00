package com.example.bookstore.orders;

import java.time.Duration;

/**
 * 服务水平目标换算成可以坏多久、坏得多快。
 *
 * @param objective 目标，0.999 就是千分之九百九十九的请求成功
 * @param window 在多长的时间里算
 */
public record ErrorBudget(double objective, Duration window) {

    public ErrorBudget {
        if (!(objective > 0 && objective < 1)) {
            throw new IllegalArgumentException("目标要在 0 与 1 之间，不是 " + objective);
        }
        if (window.isZero() || window.isNegative()) {
            throw new IllegalArgumentException("时间要大于零");
        }
    }

    /** 全坏的话，可以坏多久。 */
    public Duration downtime() {
        return Duration.ofMillis(Math.round(window.toMillis() * (1 - objective)));
    }

    /** 照这个失败率，预算花得有多快：1 是正好用完整个窗口，10 是十分之一的窗口就用完。 */
    public double burnRate(long failed, long total) {
        if (failed < 0 || total < 1 || failed > total) {
            throw new IllegalArgumentException("失败 %d、总数 %d 不对".formatted(failed, total));
        }
        return (double) failed / total / (1 - objective);
    }
}
