package com.example.bookstore.order;

/** 仓库的接口，一次调用就是一次远程查询。 */
public interface Stock {

    int of(String isbn);
}
