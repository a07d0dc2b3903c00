package com.example.bookstore.orders;

import java.util.Set;

public enum OrderState {

    PENDING("待付款"), PAID("已付款"), SHIPPED("已发货"), CANCELLED("已取消");

    private final String label;

    OrderState(String label) {
        this.label = label;
    }

    /** 从这个状态能去哪里；没有写的都不行。 */
    public Set<OrderState> next() {
        return switch (this) {
            case PENDING -> Set.of(PAID, CANCELLED);
            case PAID -> Set.of(SHIPPED);
            case SHIPPED, CANCELLED -> Set.of();
        };
    }

    public String label() {
        return label;
    }
}
