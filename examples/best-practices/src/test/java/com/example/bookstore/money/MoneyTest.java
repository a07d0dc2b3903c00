package com.example.bookstore.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;

import com.example.book.Recording;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A thousand orders of 1.15 yuan each, ten per cent off every order. */
class MoneyTest {

    // region bad
    static double withDouble() {
        double total = 0;
        for (int i = 0; i < 1000; i++) {
            total += Math.round(1.15 * 0.9 * 100) / 100.0;
        }
        return total;
    }
    // endregion bad

    // region good
    static BigDecimal withDecimal() {
        BigDecimal order = new BigDecimal("1.15").multiply(new BigDecimal("0.9"))
                .setScale(2, RoundingMode.HALF_UP);
        return Collections.nCopies(1000, order).stream()
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
    // endregion good

    @Test
    @DisplayName("double：每张订单少一分，一千张少十元，总数还带尾巴")
    void doubleLosesMoney() {
        Recording.check("money-double.txt", "1.15 * 0.9 = " + 1.15 * 0.9 + "\n合计 " + withDouble());
        assertThat(new BigDecimal(withDouble()).setScale(2, RoundingMode.HALF_UP)).isEqualTo("1030.00");
    }

    @Test
    @DisplayName("BigDecimal：1040.00；比较用 compareTo，equals 连小数位数也比")
    void decimalIsExact() {
        assertThat(withDecimal()).isEqualTo(new BigDecimal("1040.00"));
        // region compare
        assertThat(new BigDecimal("1040.0").equals(new BigDecimal("1040.00"))).isFalse();
        assertThat(new BigDecimal("1040.0").compareTo(new BigDecimal("1040.00"))).isZero();
        assertThat(new BigDecimal(0.1)).isNotEqualTo(new BigDecimal("0.1"));
        // endregion compare
        Recording.check("money-decimal.txt", "合计 " + withDecimal());
    }
}
