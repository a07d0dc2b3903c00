package com.example.bookstore.coupon;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** 折扣怎样算到分，怎样分到每一行。 */
public final class Discounts {

    private static final int CENTS = 2;

    private Discounts() {
    }

    /** 百分之几的折扣，在合计上算一次，四舍五入到分。 */
    public static BigDecimal percent(BigDecimal goods, int percent) {
        return goods.multiply(BigDecimal.valueOf(percent))
                .divide(BigDecimal.valueOf(100), CENTS, RoundingMode.HALF_UP);
    }

    // region split
    /** 按每行的金额分摊，先都舍去不足一分的，剩下的几分给余数最大的几行：合计一分不差。 */
    public static List<BigDecimal> split(BigDecimal discount, List<BigDecimal> lines) {
        BigDecimal sum = lines.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        if (sum.signum() <= 0 || discount.signum() < 0 || discount.compareTo(sum) > 0) {
            throw new IllegalArgumentException(
                    "折扣要在 0 到合计之间：" + discount + "，合计 " + sum);
        }
        List<BigDecimal> shares = new ArrayList<>();
        List<BigDecimal> rests = new ArrayList<>();
        for (BigDecimal line : lines) {
            BigDecimal numerator = discount.multiply(line);
            BigDecimal share = numerator.divide(sum, CENTS, RoundingMode.DOWN);
            shares.add(share);
            rests.add(numerator.subtract(share.multiply(sum)));
        }
        int left = discount.subtract(shares.stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                .movePointRight(CENTS).intValueExact();
        IntStream.range(0, lines.size()).boxed()
                .sorted(Comparator.comparing((Integer i) -> rests.get(i)).reversed())
                .limit(left)
                .forEach(i -> shares.set(i, shares.get(i).add(new BigDecimal("0.01"))));
        return shares;
    }
    // endregion split
}
