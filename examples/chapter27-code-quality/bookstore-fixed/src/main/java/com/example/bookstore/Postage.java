package com.example.bookstore;

import java.math.BigDecimal;

/** 邮费：每本一角。 */
public final class Postage {

    private static final BigDecimal EACH = new BigDecimal("0.1");

    public static String of(int copies) {
        BigDecimal fee = EACH.multiply(BigDecimal.valueOf(copies));
        return fee + " 元";
    }

    private Postage() {}
}
