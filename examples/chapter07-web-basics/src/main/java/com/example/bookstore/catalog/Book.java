package com.example.bookstore.catalog;

import java.math.BigDecimal;

public record Book(String title, BigDecimal price) {
}
