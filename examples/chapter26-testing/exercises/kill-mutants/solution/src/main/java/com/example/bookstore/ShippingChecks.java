package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

public final class ShippingChecks {

    // region checks
    /** 每个边界看两边：刚好到，差一点。 */
    public static void check(Shipping shipping) {
        assertThat(shipping.cents(98_99, 1)).isEqualTo(6_00);
        assertThat(shipping.cents(99_00, 5_000)).isZero();
        assertThat(shipping.cents(200_00, 500)).isZero();
        assertThat(shipping.cents(50_00, 1_000)).isEqualTo(6_00);
        assertThat(shipping.cents(50_00, 1_001)).isEqualTo(8_00);
        assertThat(shipping.cents(50_00, 2_000)).isEqualTo(8_00);
        assertThat(shipping.cents(50_00, 2_001)).isEqualTo(10_00);
        for (int grams : new int[] {0, -1}) {
            for (long total : new long[] {50_00, 99_00}) {
                assertThatThrownBy(() -> shipping.cents(total, grams))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
    // endregion checks

    private ShippingChecks() {
    }
}
