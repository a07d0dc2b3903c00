package com.example.bookstore;

import java.util.function.Supplier;

/** 付款。支付服务死了的时候，每个顾客都在这里等。 */
public class Checkout {

    private final Supplier<String> payment;

    /** @param payment 调用支付服务，失败时抛出异常 */
    public Checkout(Supplier<String> payment) {
        this.payment = payment;
    }

    // region pay
    /** @throws Unavailable 马上就知道付不了 */
    public String pay() {
        for (int attempt = 1; ; attempt++) {
            try {
                return payment.get();
            }
            catch (RuntimeException ex) {
                if (attempt == 4) {
                    throw ex;
                }
            }
        }
    }
    // endregion pay

    /** 没有去调用支付服务。 */
    public static class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
