package com.example.bookstore;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** 这个类来自别人的 starter，不能改。 */
@AutoConfiguration
public class ShippingAutoConfiguration {

    public record ShippingFee(int yuan) {
    }

    @Bean
    @ConditionalOnMissingBean
    ShippingFee shippingFee() {
        return new ShippingFee(8);
    }
}
