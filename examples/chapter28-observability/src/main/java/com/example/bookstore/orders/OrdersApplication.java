package com.example.bookstore.orders;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** 订单服务：顾客从这里下单。 */
@SpringBootApplication
public class OrdersApplication {

    /** 除了 {@code application.yml}，还读 {@code orders.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(OrdersApplication.class)
                .properties("spring.config.name=application,orders");
    }

    public static void main(String[] args) {
        builder().run(args);
    }
}
