package com.example.stuck;

import java.util.concurrent.CountDownLatch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

/** An application of which one bean waits for a supplier that never calls back. */
@SpringBootApplication
public class StuckApplication {

    public static void main(String[] args) {
        SpringApplication.run(StuckApplication.class, args);
    }

    @Component("supplierPrices")
    static class SupplierPrices {

        SupplierPrices() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }
}
