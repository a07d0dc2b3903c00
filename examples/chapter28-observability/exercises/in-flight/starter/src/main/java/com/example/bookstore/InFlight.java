package com.example.bookstore;

import java.util.concurrent.Callable;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** 正在处理的订单有几张。 */
// region flight
public class InFlight {

    private int current;

    public InFlight(MeterRegistry registry) {
        Gauge.builder("bookstore.orders.in.flight", this, it -> it.current)
                .register(registry);
    }

    /** 处理一张订单，处理的时候算在内。 */
    public <T> T run(Callable<T> order) throws Exception {
        current++;
        T result = order.call();
        current--;
        return result;
    }
}
// endregion flight
