package com.example.bookstore.orders;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;

/** 记住每张正在付款的订单里，已经发出去、又失败了的那一次。 */
@Component
class SentPayments implements Payments {

    private final RestPayments payments;
    private final Map<String, RestClientException> failures = new ConcurrentHashMap<>();

    SentPayments(RestPayments payments) {
        this.payments = payments;
    }

    // region sent
    /** 在熔断器里面：到了这里，就当是发出去了。 */
    @Override
    public Receipt charge(String orderId, int cents) {
        try {
            return payments.charge(orderId, cents);
        }
        catch (RestClientException ex) {
            failures.put(orderId, ex);
            throw ex;
        }
    }

    /** 在最外面：重试被熔断器拦下，就照发出去的那一次说。 */
    Receipt honestly(String orderId, Supplier<Receipt> whole) {
        try {
            return whole.get();
        }
        catch (CallNotPermittedException ex) {
            RestClientException sent = failures.get(orderId);
            throw sent == null ? ex : sent; // 没有发出去过，才说没有去调用
        }
        finally {
            failures.remove(orderId);
        }
    }
    // endregion sent
}
