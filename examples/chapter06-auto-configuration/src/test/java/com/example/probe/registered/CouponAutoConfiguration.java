package com.example.probe.registered;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
public class CouponAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    CouponShop.Coupon coupon() {
        return new CouponShop.Coupon("NEW");
    }
}
