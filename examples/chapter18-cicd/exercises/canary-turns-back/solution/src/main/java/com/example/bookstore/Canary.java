package com.example.bookstore;

/** 灰度：把一部分顾客交给新版本，新版本出错就退回。 */
public class Canary {

    /** 一个请求交给谁。 */
    public enum Side { STABLE, CANARY }

    // region canary
    private final int percent;
    private final int minimum;
    // 下标 0 是老版本，1 是新版本
    private final long[] requests = new long[Side.values().length];
    private final long[] failures = new long[Side.values().length];
    private boolean back;

    /** 交给新版本百分之几；新版本至少有几个结果，才下结论。 */
    public Canary(int percent, int minimum) {
        this.percent = percent;
        this.minimum = minimum;
    }

    public synchronized Side route(String customer) {
        boolean chosen = Math.floorMod(customer.hashCode(), 100) < percent;
        return chosen && !back ? Side.CANARY : Side.STABLE;
    }

    /** 每个请求做完都来记一次，很多线程同时来。 */
    public synchronized void record(Side side, boolean failed) {
        requests[side.ordinal()]++;
        failures[side.ordinal()] += failed ? 1 : 0;
        // 退回之后不再回去：没有请求了，失败率不会自己变好
        back = back || requests[1] >= minimum && worseByFivePoints();
    }

    // 用乘法比，不用除法：小数除不尽，正好 5 个百分点会算成多一点
    private boolean worseByFivePoints() {
        long stable = Math.max(1, requests[0]), canary = requests[1];
        return 20 * failures[1] * stable > 20 * failures[0] * canary + stable * canary;
    }

    public synchronized boolean turnedBack() {
        return back;
    }
    // endregion canary
}
