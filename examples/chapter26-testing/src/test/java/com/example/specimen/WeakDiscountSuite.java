package com.example.specimen;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.Discount;
import org.junit.jupiter.api.Test;

/** Runs every line of {@link Discount} and looks at almost nothing. */
public class WeakDiscountSuite {

    // region weak
    @Test
    void discounts() {
        assertThat(Discount.payable(5900, 1)).isEqualTo(5900);
        assertThat(Discount.payable(5900, 2)).isLessThan(11800); // 打了折就行
        try {
            Discount.payable(-1, 0);
        }
        catch (IllegalArgumentException expected) { // 没有抛出异常也会通过
        }
    }
    // endregion weak
}
