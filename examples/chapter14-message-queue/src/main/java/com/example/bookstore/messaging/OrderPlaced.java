package com.example.bookstore.messaging;

// region message
/** 有人下了一笔订单。金额以分为单位。 */
public record OrderPlaced(long orderId, String email, String book, long cents) {
}
// endregion message
