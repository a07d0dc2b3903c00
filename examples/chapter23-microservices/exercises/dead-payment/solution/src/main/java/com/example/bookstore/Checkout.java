package com.example.bookstore;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** 付款。连着失败五次就不再打扰支付服务，每二十个顾客里放一个去试。 */
public class Checkout {

    private static final int FAILURES = 5;
    private static final int PROBE = 20;

    private final Supplier<String> payment;
    private final Semaphore waiting = new Semaphore(4);
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /** @param payment 调用支付服务，失败时抛出异常 */
    public Checkout(Supplier<String> payment) {
        this.payment = payment;
    }

    // region pay
    /** @throws Unavailable 马上就知道付不了 */
    public String pay() {
        boolean broken = failures.get() >= FAILURES;
        if (broken && refused.incrementAndGet() % PROBE != 0) {
            throw new Unavailable();
        }
        if (!waiting.tryAcquire()) {
            throw new Unavailable();
        }
        try {
            String receipt = payment.get();
            failures.set(0);
            return receipt;
        }
        catch (RuntimeException ex) {
            failures.incrementAndGet();
            throw ex;
        }
        finally {
            waiting.release();
        }
    }
    // endregion pay

    /** 没有去调用支付服务。 */
    public static class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
