package com.example.bookstore.orders;

import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Component;

/** 失败就再试三次，没有预算。 */
@Component
class EagerPayments implements Payments {

    private final RestPayments payments;

    EagerPayments(RestPayments payments) {
        this.payments = payments;
    }

    // region retry
    @Override
    @Retryable(maxRetries = 3, delay = 10) // 一共四次
    public Receipt charge(String orderId, int cents) {
        return payments.charge(orderId, cents);
    }
    // endregion retry
}
