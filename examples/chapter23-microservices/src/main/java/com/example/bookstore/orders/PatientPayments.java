package com.example.bookstore.orders;

import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Component;

/** 有预算的重试。 */
@Component
class PatientPayments implements Payments {

    private final BreakerPayments payments;
    private final RetryBudget budget;

    PatientPayments(BreakerPayments payments, RetryBudget budget) {
        this.payments = payments;
        this.budget = budget;
    }

    // region retry
    @Override
    @Retryable(maxRetries = 2, delay = 50, multiplier = 2, jitter = 25,
            predicate = WithinBudget.class)
    public Receipt charge(String orderId, int cents) {
        budget.attempt();
        return payments.charge(orderId, cents);
    }
    // endregion retry
}
