package com.example.bookstore;

/** 数据库里的一篇文章，每保存一次，版本加一 */
public record Post(long id, int version, String body) {
}
