package com.example.shipping.autoconfigure;

import java.math.BigDecimal;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * 运费。
 *
 * @param enabled 要不要运费计算器
 * @param carrier 承运商：sf、zto、ems
 * @param freeFrom 满多少元免运费
 */
@ConfigurationProperties("shipping")
public record ShippingProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("zto") String carrier,
        @DefaultValue("59") BigDecimal freeFrom) {
}
