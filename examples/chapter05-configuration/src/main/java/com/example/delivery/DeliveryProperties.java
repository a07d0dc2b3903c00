package com.example.delivery;

import org.springframework.boot.context.properties.ConfigurationProperties;

// region record
/** 配送的配置：从哪个城市发货，满多少元包邮。 */
@ConfigurationProperties("delivery")
public record DeliveryProperties(String city, int freeFrom) {
}
// endregion record
