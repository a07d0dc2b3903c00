package com.example.bookstore;

import java.time.Duration;
import java.time.InstantSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// region job
@Component
public class UnpaidOrders {

    private static final Logger log = LoggerFactory.getLogger(UnpaidOrders.class);
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Orders orders;
    private final InstantSource clock;

    public UnpaidOrders(Orders orders, InstantSource clock) {
        this.orders = orders;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${bookstore.unpaid.every}")
    public void cancel() {
        int cancelled = orders.cancelUnpaid(clock.instant().minus(LIMIT));
        if (cancelled > 0) {
            log.info("取消了 {} 张超过三十分钟没有付款的订单", cancelled);
        }
    }
}
// endregion job
