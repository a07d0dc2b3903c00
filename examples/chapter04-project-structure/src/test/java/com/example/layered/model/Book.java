package com.example.layered.model;

import java.math.BigDecimal;

public record Book(String isbn, String title, BigDecimal price) {
}
