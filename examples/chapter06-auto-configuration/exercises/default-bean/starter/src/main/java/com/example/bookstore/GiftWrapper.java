package com.example.bookstore;

/** 把一本书包成礼物。 */
public interface GiftWrapper {

    String wrap(String book);
}
