package com.example.bookstore;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

/** 顾客的一句话里说了什么：想要哪一类书，最多多少元。没有说预算时 {@code maxYuan} 是空。 */
public record Wish(String topic, @Nullable BigDecimal maxYuan) {
}
