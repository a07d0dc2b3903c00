package com.example.bookstore;

/** 一本书；价格以分为单位，没有副标题的是 null。 */
public record Book(long id, String title, String subtitle, int price) {
}
