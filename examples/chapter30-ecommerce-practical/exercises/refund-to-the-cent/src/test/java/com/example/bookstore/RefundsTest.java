package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RefundsTest {

    private static BigDecimal sum(List<BigDecimal> amounts) {
        return amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    @DisplayName("没有打折：每一行退自己的金额")
    void noDiscount() {
        List<BigDecimal> lines = List.of(new BigDecimal("23.00"), new BigDecimal("39.50"));
        assertThat(Refunds.of(lines, new BigDecimal("62.50"))).usingElementComparator(Comparator.naturalOrder())
                .containsExactlyElementsOf(lines);
    }

    @Test
    @DisplayName("三行 19.90，付了 50.74：退完正好 50.74")
    void threeLines() {
        List<BigDecimal> lines = List.of(new BigDecimal("19.90"), new BigDecimal("19.90"), new BigDecimal("19.90"));
        assertThat(sum(Refunds.of(lines, new BigDecimal("50.74")))).isEqualByComparingTo("50.74");
    }

    @Test
    @DisplayName("随机的两千张订单：退完正好是付的钱，每一行是整分，在零与自己的金额之间")
    void random() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            int most = i % 2 == 0 ? 9999 : 5; // of a few cents, so that a line which takes the rest shows
            List<BigDecimal> lines = IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(n -> BigDecimal.valueOf(1 + random.nextInt(most), 2)).toList();
            BigDecimal paid = BigDecimal.valueOf(random.nextInt(sum(lines).movePointRight(2).intValueExact() + 1), 2);
            List<BigDecimal> refunds = Refunds.of(lines, paid);
            assertThat(refunds).hasSameSizeAs(lines);
            assertThat(sum(refunds)).isEqualByComparingTo(paid);
            for (int n = 0; n < lines.size(); n++) {
                assertThat(refunds.get(n)).isBetween(BigDecimal.ZERO, lines.get(n));
                assertThat(refunds.get(n).stripTrailingZeros().scale()).as("退到分为止：" + refunds).isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    @DisplayName("按比例退，零头差几分：不是前面的先退满")
    void inProportion() {
        Random random = new Random(8);
        for (int i = 0; i < 2000; i++) {
            List<BigDecimal> lines = IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(n -> BigDecimal.valueOf(1 + random.nextInt(9999), 2)).toList();
            BigDecimal sum = sum(lines);
            BigDecimal paid = BigDecimal.valueOf(random.nextInt(sum.movePointRight(2).intValueExact() + 1), 2);
            List<BigDecimal> refunds = Refunds.of(lines, paid);
            for (int n = 0; n < lines.size(); n++) {
                // 两边都乘以合计，不用除
                BigDecimal off = refunds.get(n).multiply(sum).subtract(paid.multiply(lines.get(n))).abs();
                assertThat(off).as("第 %d 行，各行 %s，付了 %s，退 %s", n + 1, lines, paid, refunds)
                        .isLessThan(sum.multiply(BigDecimal.valueOf(lines.size(), 2)));
            }
        }
    }
}
