package com.example.bookstore;

/** 文章存在这里 */
public interface Store {

    Post find(long id);

    void save(long id, String body);
}
