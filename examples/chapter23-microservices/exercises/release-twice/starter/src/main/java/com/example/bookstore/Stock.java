package com.example.bookstore;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** 库存。占与放都可能来两次，也可能先放后占。 */
public class Stock {

    // region stock
    private final ConcurrentMap<String, Integer> left = new ConcurrentHashMap<>();

    public void put(String isbn, int copies) {
        left.put(isbn, copies);
    }

    /** @return 占到了没有 */
    public boolean reserve(String orderId, String isbn) {
        if (left(isbn) == 0) {
            return false;
        }
        left.merge(isbn, -1, Integer::sum);
        return true;
    }

    public void release(String orderId, String isbn) {
        left.merge(isbn, 1, Integer::sum);
    }
    // endregion stock

    public int left(String isbn) {
        return left.getOrDefault(isbn, 0);
    }
}
