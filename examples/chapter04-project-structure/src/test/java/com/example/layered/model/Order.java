package com.example.layered.model;

import java.math.BigDecimal;

public record Order(long id, String isbn, int quantity, BigDecimal total) {
}
