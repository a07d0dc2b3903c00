package com.example.bookstore;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** 库存。占与放都可能来两次，也可能先放后占。 */
public class Stock {

    // region stock
    private final Map<String, Integer> left = new HashMap<>();
    private final Map<String, String> held = new HashMap<>();  // 订单占着哪本书
    private final Set<String> closed = new HashSet<>();        // 放过的、没占到的

    public synchronized void put(String isbn, int copies) {
        left.put(isbn, copies);
    }

    /** @return 占到了没有 */
    public synchronized boolean reserve(String orderId, String isbn) {
        if (held.containsKey(orderId) || closed.contains(orderId)) {
            return held.containsKey(orderId); // 来过了：还占着就是成功
        }
        if (left(isbn) == 0) {
            closed.add(orderId);
            return false;
        }
        held.put(orderId, isbn);
        left.merge(isbn, -1, Integer::sum);
        return true;
    }

    public synchronized void release(String orderId, String isbn) {
        closed.add(orderId); // 没有占过也记下
        String taken = held.remove(orderId);
        if (taken != null) {
            left.merge(taken, 1, Integer::sum); // 放回占着的那一本
        }
    }
    // endregion stock

    public synchronized int left(String isbn) {
        return left.getOrDefault(isbn, 0);
    }
}
