package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscountTests {

    // region boundary
    @ParameterizedTest
    @CsvSource({
            "9999, 1, 9999",  // 差一分，没有折扣
            "10000, 1, 9000", // 正好一百元
            "5000, 2, 9000",  // 看总价，不看单价
            "10001, 1, 9000", // 不足一分的舍去
            "0, 1, 0" })
    void tenPercentFromHundredYuan(long cents, int quantity, long payable) {
        assertThat(Discount.payable(cents, quantity)).isEqualTo(payable);
    }
    // endregion boundary

    @ParameterizedTest
    @CsvSource({"100, 0", "100, -1", "-1, 1"})
    void refusesNonsense(long cents, int quantity) {
        assertThatThrownBy(() -> Discount.payable(cents, quantity)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("单价 %d 分，数量 %d", cents, quantity);
    }

    @Test
    void neverOverflows() {
        assertThatThrownBy(() -> Discount.payable(Long.MAX_VALUE, 2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Discount.payable(Long.MAX_VALUE, 1)).isInstanceOf(ArithmeticException.class);
    }
}
