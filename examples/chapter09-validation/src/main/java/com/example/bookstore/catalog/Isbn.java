package com.example.bookstore.catalog;

import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonValue;

/** 规范形式的 ISBN：13 位数字，不带连字符，校验位正确。 */
public record Isbn(@JsonValue String digits) {

    // region isbn
    /** 978 或 979 开头；后面的每位数字之前可以有一个连字符。 */
    private static final Pattern NOTATION = Pattern.compile("97[89](-?[0-9]){10}");

    /** 读取用户写的 ISBN；null、多了别的字、校验位不对，都得到空。 */
    public static Optional<Isbn> parse(String text) {
        if (text == null || !NOTATION.matcher(text).matches()) {
            return Optional.empty();
        }
        String digits = text.replace("-", "");
        boolean correct = weightedSum(digits) % 10 == 0;
        return correct ? Optional.of(new Isbn(digits)) : Optional.empty();
    }

    /** 奇数位乘 1，偶数位乘 3；书号正确时，和是 10 的倍数。 */
    private static int weightedSum(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            sum += (digits.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return sum;
    }
    // endregion isbn

    public Isbn {
        if (!digits.matches("97[89][0-9]{10}") || weightedSum(digits) % 10 != 0) {
            throw new IllegalArgumentException("不是 13 位的 ISBN：" + digits);
        }
    }
}
