package com.example.shipping.autoconfigure;

import java.math.BigDecimal;

import com.example.shipping.CarrierCalculator;
import com.example.shipping.ShippingCalculator;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@AutoConfiguration
@ConditionalOnClass(ShippingCalculator.class)
@ConditionalOnBooleanProperty(name = "shipping.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ShippingProperties.class)
public class ShippingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ShippingCalculator shippingCalculator(ShippingProperties properties) {
        return new CarrierCalculator(properties.carrier(), properties.freeFrom());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Cache.class)
    static class CacheConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "shippingFees")
        Cache<BigDecimal, BigDecimal> shippingFees() {
            return Caffeine.newBuilder().maximumSize(1_000).build();
        }
    }
}
