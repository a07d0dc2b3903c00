package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * Conditions of a search; {@code null} means "any".
 *
 * @param title part of the title, upper and lower case alike; {@code %} and {@code _}
 *         are taken literally
 */
public record BookSearch(String title, BigDecimal maxPrice, int limit, long offset) {

    public static BookSearch title(String title) {
        return new BookSearch(title, null, 20, 0);
    }

    /** The LIKE pattern for the title, escaped with {@code !}; {@code null} for any. */
    public String titlePattern() {
        return title == null ? null
                : "%" + title.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
    }
}
