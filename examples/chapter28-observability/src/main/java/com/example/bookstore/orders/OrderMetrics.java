package com.example.bookstore.orders;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** 书店自己的指标。 */
// region metrics
@Component
public class OrderMetrics {

    /** 一张订单的结局，只有这三种，所以可以当标签。 */
    public enum Result { PLACED, OUT_OF_STOCK, FAILED }

    private final MeterRegistry registry;
    private final AtomicInteger inFlight = new AtomicInteger();

    OrderMetrics(MeterRegistry registry) {
        this.registry = registry;
        // 一启动就报 0：没有出现过的序列，告警算不出它的增长
        for (Result result : Result.values()) {
            counter(result);
        }
        Gauge.builder("bookstore.orders.in.flight", inFlight, AtomicInteger::get)
                .description("正在处理的订单").register(registry);
    }

    private Counter counter(Result result) {
        return Counter.builder("bookstore.orders").description("下过的订单")
                .tag("result", result.name().toLowerCase(Locale.ROOT)).register(registry);
    }

    void started() {
        inFlight.incrementAndGet();
    }

    void finished(Result result) {
        inFlight.decrementAndGet();
        counter(result).increment();
    }
}
// endregion metrics
