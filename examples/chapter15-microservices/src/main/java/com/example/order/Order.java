package com.example.order;

/** 一张订单，记着下单时的书名和总价（分）。 */
public record Order(long id, String isbn, String title, int quantity, int cents) {
}
