package com.example.bookstore.catalogue;

import java.math.BigDecimal;

public record Book(String isbn, String title, BigDecimal price) {
}
