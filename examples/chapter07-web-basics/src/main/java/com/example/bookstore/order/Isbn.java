package com.example.bookstore.order;

import com.example.bookstore.trace.Station;
import com.example.bookstore.trace.Trace;

/** 类型转换按约定找到 {@code valueOf(String)}：不用写转换器。 */
// region isbn
public record Isbn(String digits) {

    public static Isbn valueOf(String text) {
        Trace.step(Station.ARGUMENT, "Isbn，来自路径");
        String digits = text.replace("-", "");
        if (!digits.matches("\\d{13}")) {
            throw new IllegalArgumentException("ISBN 是 13 位数字");
        }
        return new Isbn(digits);
    }
}
// endregion isbn
