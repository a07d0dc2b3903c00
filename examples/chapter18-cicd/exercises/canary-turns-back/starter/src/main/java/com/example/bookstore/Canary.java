package com.example.bookstore;

/** 灰度：把一部分顾客交给新版本，新版本出错就退回。 */
public class Canary {

    /** 一个请求交给谁。 */
    public enum Side { STABLE, CANARY }

    // region canary
    private final int percent;
    private final int minimum;
    private int failures;
    private boolean back;

    /** 交给新版本百分之几；新版本至少有几个结果，才下结论。 */
    public Canary(int percent, int minimum) {
        this.percent = percent;
        this.minimum = minimum;
    }

    public Side route(String customer) {
        return Math.random() * 100 < percent ? Side.CANARY : Side.STABLE;
    }

    /** 每个请求做完都来记一次，很多线程同时来。 */
    public void record(Side side, boolean failed) {
        if (failed) {
            failures++;
        }
        back = failures >= minimum;
    }

    public boolean turnedBack() {
        return back;
    }
    // endregion canary
}
