package com.example.bookstore;

/** 一本书；价格以分为单位。 */
public record Book(long id, String title, int price) {
}
