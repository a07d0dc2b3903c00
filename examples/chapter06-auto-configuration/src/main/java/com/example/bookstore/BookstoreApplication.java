package com.example.bookstore;

import java.math.BigDecimal;

import com.example.shipping.ShippingCalculator;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }

    @Bean
    ApplicationRunner quote(ShippingCalculator shipping) {
        BigDecimal total = new BigDecimal("58");
        return args -> System.out.println("58 元的订单，运费 " + shipping.fee(total));
    }

    @Bean(initMethod = "open", destroyMethod = "lock")
    Warehouse warehouse() {
        return new Warehouse();
    }

    @Bean
    static WarehousePostProcessor warehousePostProcessor() {
        return new WarehousePostProcessor();
    }
}
