package com.example.inlined.ordering;

public final class OrderLimits {

    public static final int MOST_COPIES = 99;

    private OrderLimits() {
    }
}
