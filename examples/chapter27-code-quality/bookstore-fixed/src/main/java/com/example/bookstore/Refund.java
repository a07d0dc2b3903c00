package com.example.bookstore;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** 退款：七天之内全退，之后退一半。 */
public final class Refund {

    public static BigDecimal of(BigDecimal paid, int days) {
        if (days <= 7) {
            return paid;
        }
        return paid.divide(new BigDecimal(2), 2, RoundingMode.HALF_UP);
    }

    private Refund() {}
}
