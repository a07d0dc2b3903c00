package com.example.bookstore.web;

class TooManyOrdersException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyOrdersException() {
        super("下单太频繁，请一分钟后再试");
    }
}
