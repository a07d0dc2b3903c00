package com.example.bookstore;

import java.math.BigDecimal;

/** 工具交给模型的一本书：没有卖家写的简介。 */
public record Book(long id, String title, BigDecimal yuan, int stock) {
}
