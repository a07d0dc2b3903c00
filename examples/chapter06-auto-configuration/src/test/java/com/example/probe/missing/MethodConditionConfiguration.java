package com.example.probe.missing;

import java.math.BigDecimal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

// region method
@AutoConfiguration
public class MethodConditionConfiguration {

    @Bean
    @ConditionalOnClass(Cache.class)
    Cache<BigDecimal, BigDecimal> shippingFees() {
        return Caffeine.newBuilder().maximumSize(1_000).build();
    }

    @Bean
    String slogan() {
        return "满 59 元免运费";
    }
}
// endregion method
