package com.example.waiting;

import java.util.concurrent.CountDownLatch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/** An application that waits when all its beans are created. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class LateApplication {

    public static void main(String[] args) {
        SpringApplication.run(LateApplication.class, args);
    }

    @Bean
    SupplierFeed supplierFeed() {
        return new SupplierFeed();
    }

    static class SupplierFeed implements SmartLifecycle {

        @Override
        public void start() {
            System.out.println("supplierFeed waits");
            try {
                new CountDownLatch(1).await();
            }
            catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void stop() {
            // It never started.
        }

        @Override
        public boolean isRunning() {
            return false;
        }
    }
}
