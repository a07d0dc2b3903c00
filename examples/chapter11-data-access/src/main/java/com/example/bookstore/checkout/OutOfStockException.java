package com.example.bookstore.checkout;

/** 库存不够，这一单没有成交。 */
public class OutOfStockException extends RuntimeException {

    OutOfStockException(long bookId, int quantity) {
        super("书 %d 的库存不够 %d 本".formatted(bookId, quantity));
    }
}
