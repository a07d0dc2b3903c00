package com.example.bookstore.ordering;

import java.math.BigDecimal;

record Order(long id, String isbn, int quantity, BigDecimal total, String message) {
}
