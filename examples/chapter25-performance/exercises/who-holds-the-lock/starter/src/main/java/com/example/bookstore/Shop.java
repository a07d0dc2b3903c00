package com.example.bookstore;

/** Somebody else's service that knows the prices; slow, and sometimes it throws. */
public interface Shop {

    int ask(String isbn);
}
