package com.example.bookstore;

import com.example.bookstore.ShippingAutoConfiguration.ShippingFee;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
public class InvoiceAutoConfiguration {

    public record Invoice(ShippingFee fee) {
    }

    @Bean
    @ConditionalOnBean(ShippingFee.class)
    Invoice invoice(ShippingFee fee) {
        return new Invoice(fee);
    }
}
