package com.example.bookstore.web;

import com.example.bookstore.orders.Order;

class NotPayableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotPayableException(Order order) {
        super("订单 " + order.id() + " " + order.state().label() + "，不用付款");
    }
}
