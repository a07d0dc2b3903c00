package com.example.bookstore.orders;

import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.stereotype.Component;

/** 书店真正用的：同时最多四个人等支付，里面是有预算的重试，再里面是熔断器。 */
@Component
class GuardedPayments implements Payments {

    private final PatientPayments payments;
    private final RetryBudget budget;

    GuardedPayments(PatientPayments payments, RetryBudget budget) {
        this.payments = payments;
        this.budget = budget;
    }

    // region limit
    @Override
    @ConcurrencyLimit(limit = 4, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
    public Receipt charge(String orderId, int cents) {
        budget.request();
        return payments.charge(orderId, cents);
    }
    // endregion limit
}
