package com.example.bookstore.platform;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param baseUrl 支付方从哪里访问书店
 * @param payWithin 下单后多久不付款就取消
 * @param ordersPerMinute 一位顾客一分钟最多下几单
 */
@Validated
@ConfigurationProperties("bookstore")
public record BookstoreProperties(@NotNull URI baseUrl, @NotNull Duration payWithin, @Min(1) int ordersPerMinute,
        @Valid @NotNull Provider provider, @NotBlank String brokerPrefix, @NotBlank String redisPrefix,
        @DefaultValue List<@Valid User> users) {

    /** 支付方的地址，与双方约定的签名密钥。 */
    public record Provider(@NotNull URI url, @NotBlank String secret) {

        @Override
        public String toString() {
            return "Provider[url=" + url + ", secret=（不打印）]";
        }
    }

    /** @param password 带算法前缀的密文，例如 {@code {bcrypt}$2a$…} */
    public record User(@NotBlank String name, @NotBlank String password, @DefaultValue("USER") List<String> roles) {

        @Override
        public String toString() {
            return "User[name=" + name + "]";
        }
    }
}
