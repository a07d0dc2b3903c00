package com.example.bookstore;

/** 时间用完了，后面的调用不用再发。 */
public class BudgetSpentException extends RuntimeException {

    public BudgetSpentException(String message) {
        super(message);
    }
}
