package com.example.bookstore;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** 正在处理的订单有几张。 */
// region flight
public class InFlight {

    private final AtomicInteger current = new AtomicInteger();

    public InFlight(MeterRegistry registry) {
        Gauge.builder("bookstore.orders.in.flight", current, AtomicInteger::get)
                .strongReference(true) // 不靠别人拿着这个对象
                .register(registry);
    }

    /** 处理一张订单，处理的时候算在内。 */
    public <T> T run(Callable<T> order) throws Exception {
        current.incrementAndGet();
        try {
            return order.call();
        }
        finally {
            current.decrementAndGet();
        }
    }
}
// endregion flight
