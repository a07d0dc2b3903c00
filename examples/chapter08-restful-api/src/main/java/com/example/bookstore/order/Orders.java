package com.example.bookstore.order;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.stereotype.Repository;

@Repository
public class Orders {

    /** 2025 年的雪花编号就这么大。 */
    public static final long FIRST_ID = 1_890_000_000_000_000_001L;

    private final Map<Long, Order> rows = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    public Orders() {
        reset();
    }

    /** 只剩两张订单：一张已发货，一张刚下。 */
    public void reset() {
        rows.clear();
        ids.set(FIRST_ID - 1);
        add(1, 1, Order.Status.SHIPPED, Instant.parse("2026-01-01T02:00:00Z"));
        add(2, 1, Order.Status.PLACED, Instant.parse("2026-01-02T02:00:00Z"));
    }

    public Order add(long bookId, int quantity, Order.Status status, Instant at) {
        Order order = new Order(ids.incrementAndGet(), bookId, quantity, status, at);
        rows.put(order.id(), order);
        return order;
    }

    public Optional<Order> findById(long id) {
        return Optional.ofNullable(rows.get(id));
    }

    /** 已发货的不变，其余改为已取消；返回之后的订单。 */
    public Optional<Order> cancel(long id) {
        return Optional.ofNullable(rows.computeIfPresent(id, (key, order) ->
                order.status() == Order.Status.SHIPPED ? order : order.cancelled()));
    }
}
