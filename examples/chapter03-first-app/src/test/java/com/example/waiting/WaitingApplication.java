package com.example.waiting;

import java.util.concurrent.CountDownLatch;

import jakarta.annotation.PostConstruct;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application of which one bean waits when it already has its two dependencies. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WaitingApplication {

    public static void main(String[] args) {
        SpringApplication.run(WaitingApplication.class, args);
    }

    @Bean
    SupplierPrices supplierPrices() {
        return new SupplierPrices();
    }

    @Bean
    Address address() {
        return new Address();
    }

    @Bean
    Contract contract() {
        return new Contract();
    }

    static class Address {
    }

    static class Contract {
    }

    static class SupplierPrices {

        @Autowired
        Address address;

        @Autowired
        Contract contract;

        @PostConstruct
        void waitForTheSupplier() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }
}
