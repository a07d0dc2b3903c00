package com.example.bookstore.stock;

public class OutOfStockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String isbn;

    public OutOfStockException(String isbn) {
        super("库存不够：" + isbn);
        this.isbn = isbn;
    }

    public String isbn() {
        return isbn;
    }
}
