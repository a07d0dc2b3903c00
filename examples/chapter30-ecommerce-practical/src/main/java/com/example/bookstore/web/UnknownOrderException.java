package com.example.bookstore.web;

class UnknownOrderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownOrderException(long id) {
        super("没有订单 " + id);
    }
}
