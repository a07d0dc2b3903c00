package com.example.bookstore.wish;

/** 一条求书；编号从 1 开始。 */
public record Wish(long number, String title) {
}
