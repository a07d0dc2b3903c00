package com.example.probe.scan.early;

import java.math.BigDecimal;

import com.example.shipping.ShippingCalculator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DefaultShipping {

    @Bean
    @ConditionalOnMissingBean
    ShippingCalculator standard() {
        return orderTotal -> BigDecimal.TEN;
    }
}
