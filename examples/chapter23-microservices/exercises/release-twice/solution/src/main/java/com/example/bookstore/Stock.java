package com.example.bookstore;

import java.util.HashMap;
import java.util.Map;

/** 库存。占与放都可能来两次，也可能先放后占。 */
public class Stock {

    private enum State { HELD, RELEASED }

    // region stock
    private final Map<String, Integer> left = new HashMap<>();
    private final Map<String, State> orders = new HashMap<>();

    public synchronized void put(String isbn, int copies) {
        left.put(isbn, copies);
    }

    /** @return 占到了没有 */
    public synchronized boolean reserve(String orderId, String isbn) {
        State state = orders.get(orderId);
        if (state != null) {
            return state == State.HELD; // 来过了，或者已经取消
        }
        if (left(isbn) == 0) {
            return false;
        }
        orders.put(orderId, State.HELD);
        left.merge(isbn, -1, Integer::sum);
        return true;
    }

    public synchronized void release(String orderId, String isbn) {
        State before = orders.put(orderId, State.RELEASED); // 没有占过也记下
        if (before == State.HELD) {
            left.merge(isbn, 1, Integer::sum);
        }
    }
    // endregion stock

    public synchronized int left(String isbn) {
        return left.getOrDefault(isbn, 0);
    }
}
