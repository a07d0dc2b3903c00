package com.example.probe.registered;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class CouponShop {

    public record Coupon(String code) {
    }

    @Bean
    Coupon vip() {
        return new Coupon("VIP");
    }
}
