package com.example.bookstore;

public class Discount {

    public static int percent(int books) {
        return books >= 3 ? 10 : 0;
    }
}
