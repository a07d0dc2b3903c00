package com.example.bookstore;

import java.math.BigDecimal;

/** 满 99 元包邮。 */
public final class FreeShipping {

    private static final BigDecimal ENOUGH = new BigDecimal("99.00");

    // region free
    public static boolean appliesTo(BigDecimal total) {
        return total.compareTo(ENOUGH) > 0;
    }

    // endregion free
    private FreeShipping() {}
}
