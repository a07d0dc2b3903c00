package com.example.bookstore;

/** 收银台：收一笔钱，可能很慢，也可能抛出异常，那时钱没有收到。 */
public interface Till {

    void pay(long cents);
}
