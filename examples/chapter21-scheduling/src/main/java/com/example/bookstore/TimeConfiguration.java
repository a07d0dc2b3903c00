package com.example.bookstore;

import java.time.InstantSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TimeConfiguration {

    // region clock
    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }
    // endregion clock
}
