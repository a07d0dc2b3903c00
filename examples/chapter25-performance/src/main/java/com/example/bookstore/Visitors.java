package com.example.bookstore;

import java.util.concurrent.atomic.AtomicLong;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Eight customers and somebody who opens the front page once a second. The illnesses: {@code gateway},
 * {@code gateway-cured}, {@code audit}, {@code audit-cured}, {@code search}, {@code search-cured}.
 */
@Component
@ConditionalOnProperty("bookstore.illness")
class Visitors implements ApplicationRunner {

    private static final int CUSTOMERS = 8;

    private final Payments payments;
    private final Orders orders;
    private final JdbcClient jdbc;
    private final String illness;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong order = new AtomicLong();

    Visitors(Payments payments, Orders orders, JdbcClient jdbc, @Value("${bookstore.illness}") String illness) {
        this.payments = payments;
        this.orders = orders;
        this.jdbc = jdbc;
        this.illness = illness;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        Runnable visit = visit();
        for (int i = 1; i <= CUSTOMERS; i++) {
            Thread.ofPlatform().name("visitor-" + i).daemon().start(() -> repeat(visit));
        }
        while (!Thread.currentThread().isInterrupted()) {
            Thread.sleep(1000);
            System.out.println("首页" + frontPage());
            System.out.println("这一秒做成 " + done.getAndSet(0) + "，失败 " + failed.getAndSet(0));
        }
    }

    private Runnable visit() {
        return switch (illness) {
            case "gateway" -> () -> payments.pay(anyOrder());
            case "gateway-cured" -> () -> payments.payWithoutConnection(anyOrder());
            case "audit" -> () -> orders.place("reader@example.com");
            case "audit-cured" -> () -> orders.placeWithOneConnection("reader@example.com");
            case "search" -> () -> orders.countByEmail("Reader" + anyOrder() + "@example.com");
            case "search-cured" -> {
                jdbc.sql("create index on orders (lower(email))").update();
                yield () -> orders.countByEmail("Reader" + anyOrder() + "@example.com");
            }
            default -> throw new IllegalArgumentException("没有这种病：" + illness);
        };
    }

    /** Another order each time: two who pay the same one would wait for its row, not for the gateway. */
    private long anyOrder() {
        return order.updateAndGet(last -> last % 1000 + 1);
    }

    private void repeat(Runnable visit) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                visit.run();
                done.incrementAndGet();
            }
            catch (RuntimeException ex) {
                if (failed.getAndIncrement() == 0) {
                    System.out.println("顾客：" + NestedExceptionUtils.getMostSpecificCause(ex));
                }
            }
        }
    }

    private String frontPage() {
        try {
            orders.latest();
            return "打得开";
        }
        catch (RuntimeException ex) {
            return "打不开：" + NestedExceptionUtils.getMostSpecificCause(ex);
        }
    }

    /** The payment service the patients talk to. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("bookstore.illness")
    static class Gateway {

        @Bean
        SilentGateway silentGateway(@Value("${bookstore.gateway-port}") int port) {
            return new SilentGateway(port);
        }
    }
}
