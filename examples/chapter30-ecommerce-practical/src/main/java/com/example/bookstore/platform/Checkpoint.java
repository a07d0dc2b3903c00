package com.example.bookstore.platform;

/** 一张订单走到了哪一步。平时什么也不做；测试换上自己的，在这一步杀进程、断连接。 */
public interface Checkpoint {

    void reached(String step);
}
