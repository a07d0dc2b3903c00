package com.example.bookstore.catalog;

import java.math.BigDecimal;

/**
 * 查询的条件，{@code null} 表示不限。
 *
 * @param title 书名的一部分，不分大小写；{@code %} 与 {@code _} 就是它们自己
 */
public record BookSearch(String title, BigDecimal maxPrice, int limit, int offset) {

    public static BookSearch title(String title) {
        return new BookSearch(title, null, 20, 0);
    }

    /** LIKE 用的模式，转义符是 {@code !}；不限书名时是 {@code null}。 */
    public String titlePattern() {
        return title == null ? null
                : "%" + title.replaceAll("([!%_])", "!$1") + "%";
    }
}
