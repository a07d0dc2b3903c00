package com.example.bookstore;

import java.math.BigDecimal;
import java.time.LocalDate;

/** 书。组件名就是 JSON 里的属性名。 */
public record Book(int id, String title, BigDecimal price, LocalDate published) {
}
