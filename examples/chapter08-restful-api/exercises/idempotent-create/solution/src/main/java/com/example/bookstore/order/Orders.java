package com.example.bookstore.order;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** 记账的地方；{@code place} 每调用一次就真下一单。 */
public class Orders {

    public record Order(long id, long bookId, int quantity) {
    }

    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger placed = new AtomicInteger();

    public Order place(long bookId, int quantity) {
        if (bookId == 404) {
            throw new IllegalArgumentException("没有编号为 404 的书");
        }
        placed.incrementAndGet();
        return new Order(ids.incrementAndGet(), bookId, quantity);
    }

    /** 一共真下了几单。 */
    public int placed() {
        return placed.get();
    }
}
