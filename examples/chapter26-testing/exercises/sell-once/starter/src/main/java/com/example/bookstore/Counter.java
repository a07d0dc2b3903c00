package com.example.bookstore;

/** 柜台：卖同一本书，几位顾客会同时来。 */
public class Counter {

    private final Till till;
    private int stock;

    public Counter(int stock, Till till) {
        this.stock = stock;
        this.till = till;
    }

    // region sell
    /** 卖一本：收了钱返回 true；没有书就不收钱，返回 false。 */
    public boolean sell(long cents) {
        if (stock < 1) {
            return false;
        }
        till.pay(cents); // 这时候别的顾客也会来
        stock--;
        return true;
    }
    // endregion sell

    /** 柜台上还有几本。 */
    public int stock() {
        return stock;
    }
}
