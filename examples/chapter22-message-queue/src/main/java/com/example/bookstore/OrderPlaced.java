package com.example.bookstore;

// region event
/** 一张订单下好了。 */
public record OrderPlaced(String orderId, String customer, int cents) {
}
// endregion event
