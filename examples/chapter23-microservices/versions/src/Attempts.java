package com.example.bookstore;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** How often the framework calls a method that always fails. */
public class Attempts {

    private static final AtomicInteger CALLS = new AtomicInteger();

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Enabled {
    }

    static class Payment {

        @Retryable(delay = 1)
        public void withoutNumber() {
            CALLS.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }

        @Retryable(maxRetries = 3, delay = 1)
        public void three() {
            CALLS.incrementAndGet();
            throw new IllegalStateException("支付坏了");
        }
    }

    public static Map<String, String> counted() {
        try (var context = new AnnotationConfigApplicationContext(Enabled.class, Payment.class)) {
            Payment payment = context.getBean(Payment.class);
            return Map.of("without", calls(payment::withoutNumber), "three", calls(payment::three));
        }
    }

    public static void main(String[] args) {
        counted().forEach((method, calls) -> System.out.println("calls: " + method + "=" + calls));
    }

    private static String calls(Runnable method) {
        CALLS.set(0);
        try {
            method.run();
        }
        catch (IllegalStateException ex) {
            return CALLS.toString();
        }
        throw new AssertionError("It did not fail");
    }
}
