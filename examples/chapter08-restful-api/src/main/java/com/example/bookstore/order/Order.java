package com.example.bookstore.order;

import java.time.Instant;

/** 一张订单；编号由雪花算法一类的生成器给出，超过 2 的 53 次方。 */
public record Order(long id, long bookId, int quantity, Status status, Instant createdAt) {

    public enum Status {
        PLACED, SHIPPED, CANCELLED
    }

    Order cancelled() {
        return new Order(id, bookId, quantity, Status.CANCELLED, createdAt);
    }
}
