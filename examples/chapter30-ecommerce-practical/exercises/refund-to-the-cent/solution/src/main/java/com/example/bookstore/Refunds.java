package com.example.bookstore;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** 一张打过折的订单，一行一行地退。 */
public final class Refunds {

    private Refunds() {
    }

    // region of
    /**
     * 每一行退多少。
     *
     * @param lines 每一行折扣之前的金额，都大于零
     * @param paid 整张订单实际付的钱，不多于各行的合计
     */
    public static List<BigDecimal> of(List<BigDecimal> lines, BigDecimal paid) {
        BigDecimal sum = lines.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        List<BigDecimal> refunds = new ArrayList<>();
        BigDecimal lineUpToHere = BigDecimal.ZERO;
        BigDecimal refundUpToHere = BigDecimal.ZERO;
        for (BigDecimal line : lines) {
            lineUpToHere = lineUpToHere.add(line);
            // 到这一行为止一共该退多少，减去前面已经退的
            BigDecimal upToHere = paid.multiply(lineUpToHere)
                    .divide(sum, 2, RoundingMode.DOWN);
            refunds.add(upToHere.subtract(refundUpToHere));
            refundUpToHere = upToHere;
        }
        return refunds;
    }
    // endregion of
}
