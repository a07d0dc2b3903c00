package com.example.bookstore;

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
        return order.id();
    }
    // endregion key
}
