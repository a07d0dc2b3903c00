package com.example.bookstore;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** 付款。连着失败五次就不再打扰支付服务，每四十个被拒绝的顾客里放一个去试。 */
public class Checkout {

    private static final int FAILURES = 5;
    private static final int PROBE = 40;

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
        if (!waiting.tryAcquire()) {
            throw new Unavailable();
        }
        try {
            // 先占到位置再看坏没坏：看过以后，最多还有三个人在路上
            if (failures.get() >= FAILURES && refused.incrementAndGet() % PROBE != 0) {
                throw new Unavailable();
            }
            return call();
        }
        finally {
            waiting.release();
        }
    }

    private String call() {
        try {
            String receipt = payment.get();
            failures.set(0);
            refused.set(0);
            return receipt;
        }
        catch (RuntimeException ex) {
            failures.incrementAndGet();
            throw ex;
        }
    }
    // endregion pay

    /** 没有去调用支付服务。 */
    public static class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
