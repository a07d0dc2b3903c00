package com.example.bookstore.catalog;

import java.math.BigDecimal;

record Book(String isbn, String title, BigDecimal price) {
}
