package com.example.bookstore;

import java.util.concurrent.atomic.AtomicInteger;

/** 柜台：卖同一本书，几位顾客会同时来。 */
public class Counter {

    private final Till till;
    private final AtomicInteger stock;

    public Counter(int stock, Till till) {
        this.stock = new AtomicInteger(stock);
        this.till = till;
    }

    // region sell
    /** 卖一本：收了钱返回 true；没有书就不收钱，返回 false。 */
    public boolean sell(long cents) {
        if (stock.getAndUpdate(left -> left > 0 ? left - 1 : left) < 1) {
            return false;
        }
        boolean paid = false;
        try {
            till.pay(cents); // 手里已经拿着一本，不怕别的顾客来
            paid = true;
            return true;
        }
        finally {
            if (!paid) {
                stock.incrementAndGet();
            }
        }
    }
    // endregion sell

    /** 柜台上还有几本。 */
    public int stock() {
        return stock.get();
    }
}
