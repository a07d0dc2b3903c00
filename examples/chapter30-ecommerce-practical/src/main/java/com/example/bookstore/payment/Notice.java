package com.example.bookstore.payment;

import java.math.BigDecimal;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * 支付方的一条通知。
 *
 * @param payment 支付方给这笔钱的编号
 */
public record Notice(@NotBlank @Size(max = 40) String payment, long order,
        @NotNull @DecimalMin("0.01") BigDecimal amount, @NotNull Type type) {

    public enum Type {
        PAID, REFUNDED
    }
}
