package com.example.bookstore;

/** What the customer pays: from 100 yuan on, ten per cent less. */
public final class Discount {

    // region discount
    private static final long FROM = 100_00; // 单位是分

    /** 满一百元打九折，不足一分的舍去。 */
    public static long payable(long cents, int quantity) {
        if (cents < 0 || quantity < 1) {
            throw new IllegalArgumentException(
                    "单价 %d 分，数量 %d".formatted(cents, quantity));
        }
        long total = Math.multiplyExact(cents, quantity);
        return total >= FROM ? Math.multiplyExact(total, 9) / 10 : total;
    }
    // endregion discount

    private Discount() {
    }
}
