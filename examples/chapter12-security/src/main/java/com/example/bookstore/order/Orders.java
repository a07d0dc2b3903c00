package com.example.bookstore.order;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;

@Service
public class Orders {

    private final Map<Long, Order> orders = new ConcurrentHashMap<>(Map.of(
            1L, new Order(1, "alice", "深入理解 Java 虚拟机"),
            2L, new Order(2, "bob", "算法")));

    // region find
    /** 订单号与顾客一起查：别人的订单，与没有这张订单是一回事。 */
    public Optional<Order> find(long id, String customer) {
        return Optional.ofNullable(orders.get(id))
                .filter(order -> order.customer().equals(customer));
    }
    // endregion find

    public boolean cancel(long id, String customer) {
        return find(id, customer).map(order -> orders.remove(id, order)).orElse(false);
    }

    // region method-security
    @PreAuthorize("hasRole('STAFF')")
    public int count() {
        return orders.size();
    }
    // endregion method-security

    public record Order(long id, String customer, String title) {
    }
}
