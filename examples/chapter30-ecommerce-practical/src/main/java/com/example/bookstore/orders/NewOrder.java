package com.example.bookstore.orders;

import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * @param key 这一次下单的编号，由下单的页面给出；重复提交用同一个
 * @param items 书的 ISBN 与数量
 */
public record NewOrder(String customer, String key, Map<String, Integer> items, @Nullable String coupon) {

    private static final int MOST = 99;
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7E]{1,64}");
    private static final Pattern COUPON = Pattern.compile("\\P{Cntrl}{1,20}");

    public NewOrder {
        if (customer.isBlank() || !isKey(key)) {
            throw new IllegalArgumentException("下单要有顾客与编号，编号是 1 到 64 个字母、数字或符号");
        }
        if (items.isEmpty() || items.values().stream().anyMatch(quantity -> quantity < 1 || quantity > MOST)) {
            throw new IllegalArgumentException("至少一本，每种最多 " + MOST + " 本");
        }
        coupon = coupon == null || coupon.isBlank() ? null : coupon.strip();
        if (coupon != null && !COUPON.matcher(coupon).matches()) {
            throw new IllegalArgumentException("优惠券最多 20 个字");
        }
        items = Map.copyOf(items);
    }

    /** 表里放得下、PostgreSQL 也肯收的编号：零字符它不收。 */
    static boolean isKey(String key) {
        return KEY.matcher(key).matches();
    }
}
