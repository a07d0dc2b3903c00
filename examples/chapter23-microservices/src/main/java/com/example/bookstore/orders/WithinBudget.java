package com.example.bookstore.orders;

import java.lang.reflect.Method;

import org.springframework.resilience.retry.MethodRetryPredicate;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

/** 要不要再试：对方可能恢复，而且还有预算。容器为每个方法创建一个，预算是共用的 Bean。 */
class WithinBudget implements MethodRetryPredicate {

    private final RetryBudget budget;

    WithinBudget(RetryBudget budget) {
        this.budget = budget;
    }

    // region predicate
    @Override
    public boolean shouldRetry(Method method, Throwable failure) {
        boolean mayRecover = failure instanceof ResourceAccessException      // 超时、连不上
                || failure instanceof HttpServerErrorException;             // 5xx
        return mayRecover && budget.allowsRetry();
    }
    // endregion predicate
}
