package com.example.bookstore.orders;

public class UnknownBookException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnknownBookException(String isbns) {
        super("没有这本书：" + isbns);
    }
}
