package com.example.bookstore.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A book on sale.
 *
 * @param id given by the database; {@code null} until stored
 * @param price in yuan, two decimals
 * @param version raised by every change; guards against lost updates
 */
public record Book(Long id, String isbn, String title, BigDecimal price, int stock,
        long version) {

    public Book {
        // As BigDecimal 59.9 does not equal 59.90; the column has two decimals.
        price = price.setScale(2, RoundingMode.UNNECESSARY);
    }

    public static Book create(String isbn, String title, String price, int stock) {
        return new Book(null, isbn, title, new BigDecimal(price), stock, 0);
    }

    public Book withTitle(String newTitle) {
        return new Book(id, isbn, newTitle, price, stock, version);
    }
}
