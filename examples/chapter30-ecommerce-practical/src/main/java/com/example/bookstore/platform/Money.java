package com.example.bookstore.platform;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

/** 钱：单位是元，两位小数。自己算的，算的地方写明怎样舍入；别人报来的，不舍入。 */
public final class Money {

    private static final BigDecimal LEAST = new BigDecimal("0.01");
    private static final BigDecimal MOST = new BigDecimal("99999999.99"); // numeric(10, 2) 放得下的
    private static final int CENTS = 2;

    private Money() {
    }

    /** 放得进表、是整分，才收：23 与 23.0 记成 23.00，23.001 不收。 */
    public static BigDecimal exact(@Nullable BigDecimal amount) {
        // 先比大小：比较先看位数，不会把 1E+999999999 展开成十亿个零
        if (amount == null || amount.compareTo(LEAST) < 0 || amount.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    "amount 要在 " + LEAST + " 到 " + MOST + " 之间");
        }
        try {
            return amount.setScale(CENTS, RoundingMode.UNNECESSARY);
        }
        catch (ArithmeticException ex) {
            throw new IllegalArgumentException("amount 不是整分", ex);
        }
    }
}
