package com.example.bookstore.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

public record Order(long id, String customer, OrderState state, BigDecimal goods, BigDecimal discount,
        BigDecimal total, Instant expiresAt, List<Line> lines) {

    /** @param discount 这一行分到的折扣 */
    public record Line(String isbn, String title, int quantity, BigDecimal price, BigDecimal discount) {
    }
}
