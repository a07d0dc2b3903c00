package com.example.bookstore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class Store {

    @Bean
    Mailer mailer() {
        return new Mailer();
    }

    @Bean
    Orders orders(Mailer mailer, @Value("${store.currency:USD}") String currency) {
        return new Orders(mailer, currency);
    }
}
