package com.example.bookstore.catalog;

import java.math.BigDecimal;

public record Book(long id, String title, BigDecimal price, int stock) {
}
