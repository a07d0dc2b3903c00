package com.example.bookstore;

/** 今天卖出了几本，退回来的要减掉。 */
public class SalesCounter {

    private int sold;

    public synchronized void sell(int copies) {
        sold += copies;
    }

    public synchronized int sold() {
        return sold;
    }

    public synchronized void takeBack(int copies) {
        sold -= copies;
    }
}
