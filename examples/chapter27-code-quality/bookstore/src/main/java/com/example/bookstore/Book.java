package com.example.bookstore;

import java.math.BigDecimal;

/** 一本书。 */
public record Book(String isbn, String title, BigDecimal price) {}
