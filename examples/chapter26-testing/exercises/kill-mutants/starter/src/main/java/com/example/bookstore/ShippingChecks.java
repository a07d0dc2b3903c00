package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

public final class ShippingChecks {

    // region checks
    /** 对的实现通过，错的实现要抛出 AssertionError。 */
    public static void check(Shipping shipping) {
        assertThat(shipping.cents(50_00, 500)).isEqualTo(6_00);
        assertThat(shipping.cents(200_00, 500)).isZero();
        assertThat(shipping.cents(50_00, 3_000)).isPositive();
    }
    // endregion checks

    private ShippingChecks() {
    }
}
