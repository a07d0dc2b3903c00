package com.example.bookstore;

// region event
/** 一张订单下好了。 */
public record OrderPlaced(String orderId, String customer, int cents) {

    public OrderPlaced {
        // 顾客是消息的键，没有键就没有顺序可言
        if (orderId == null || orderId.isBlank()
                || customer == null || customer.isBlank() || cents < 0) {
            throw new IllegalArgumentException("订单要有编号和顾客，金额不能是负数");
        }
    }
}
// endregion event
