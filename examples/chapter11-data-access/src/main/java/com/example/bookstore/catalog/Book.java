package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * 在售的书。
 *
 * @param id 由数据库给，没存过时是 {@code null}
 * @param price 元，两位小数
 * @param version 每改一次加一，用来发现别人改过
 */
public record Book(Long id, String isbn, String title, BigDecimal price, int stock,
        long version) {

    public Book {
        // 用 equals 比，59.9 与 59.90 不相等；列是两位小数，这里先对齐。
        price = price.setScale(2, RoundingMode.UNNECESSARY);
    }

    public static Book create(String isbn, String title, String price, int stock) {
        return new Book(null, isbn, title, new BigDecimal(price), stock, 0);
    }

    public Book withTitle(String newTitle) {
        return new Book(id, isbn, newTitle, price, stock, version);
    }
}
