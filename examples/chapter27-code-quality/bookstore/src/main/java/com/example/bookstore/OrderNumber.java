package com.example.bookstore;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** 订单号：日期加当天的序号。 */
public final class OrderNumber {

    // region format
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("YYYYMMdd");

    public static String of(LocalDate day, int sequence) {
        return "%s-%04d".formatted(DAY.format(day), sequence);
    }

    // endregion format
    private OrderNumber() {}
}
