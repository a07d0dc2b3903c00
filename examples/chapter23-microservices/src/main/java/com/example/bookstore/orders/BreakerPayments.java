package com.example.bookstore.orders;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.stereotype.Component;

/** 熔断器：最近的调用失败太多，就先不打电话了。 */
@Component
class BreakerPayments implements Payments {

    private final SentPayments payments;
    private final CircuitBreaker breaker;

    // region breaker
    BreakerPayments(SentPayments payments, CircuitBreakerRegistry breakers) {
        this.payments = payments;
        // 设置在 orders.yml，名字对得上才用得上
        this.breaker = breakers.circuitBreaker("payment");
    }

    @Override
    public Receipt charge(String orderId, int cents) {
        return breaker.executeSupplier(() -> payments.charge(orderId, cents));
    }
    // endregion breaker
}
