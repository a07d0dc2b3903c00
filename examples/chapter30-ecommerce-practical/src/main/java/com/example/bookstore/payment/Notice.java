package com.example.bookstore.payment;

import java.math.BigDecimal;
import java.util.regex.Pattern;

import com.example.bookstore.platform.Money;

/**
 * 支付方的一条通知。说不通的造不出来，不论它来自回调，还是来自账单。
 *
 * @param payment 支付方给这笔钱的编号
 */
public record Notice(String payment, long order, BigDecimal amount, Type type) {

    public enum Type {
        PAID, REFUNDED
    }

    private static final Pattern PAYMENT = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    public Notice {
        if (payment == null || !PAYMENT.matcher(payment).matches()) {
            throw new IllegalArgumentException("payment 要是 1 到 40 个字母、数字、点或横线");
        }
        if (order < 1) {
            throw new IllegalArgumentException("order 要大于零");
        }
        if (type == null) {
            throw new IllegalArgumentException("type 要是 PAID 或 REFUNDED");
        }
        amount = Money.exact(amount);
    }
}
