package com.example.bookstore;

import java.util.Locale;

/** Chooses the key of an order's event. */
public final class OrderKeys {

    /** The customer is null when a guest orders. */
    public record Order(String id, String customer) {
    }

    private OrderKeys() {
    }

    // region key
    /** 同一位顾客的订单要按下单的顺序处理。 */
    public static String keyOf(Order order) {
        if (order.customer() == null || order.customer().isBlank()) {
            // 没有登录的顾客各不相干，用订单号把他们分散开
            return "guest:" + order.id();
        }
        return "customer:" + order.customer().strip().toLowerCase(Locale.ROOT);
    }
    // endregion key
}
