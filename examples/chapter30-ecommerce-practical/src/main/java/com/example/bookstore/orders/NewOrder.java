package com.example.bookstore.orders;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * @param key 这一次下单的编号，由下单的页面给出；重复提交用同一个
 * @param items 书的 ISBN 与数量
 */
public record NewOrder(String customer, String key, Map<String, Integer> items, @Nullable String coupon) {

    private static final int MOST = 99;

    public NewOrder {
        if (customer.isBlank() || key.isBlank() || key.length() > 64) {
            throw new IllegalArgumentException("下单要有顾客与编号");
        }
        if (items.isEmpty() || items.values().stream().anyMatch(quantity -> quantity < 1 || quantity > MOST)) {
            throw new IllegalArgumentException("至少一本，每种最多 " + MOST + " 本");
        }
        coupon = coupon == null || coupon.isBlank() ? null : coupon.strip();
        items = Map.copyOf(items);
    }
}
