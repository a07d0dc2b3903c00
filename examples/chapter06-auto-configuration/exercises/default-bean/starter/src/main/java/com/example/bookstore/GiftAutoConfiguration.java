package com.example.bookstore;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class GiftAutoConfiguration {

    @Bean
    GiftWrapper paperWrapper() {
        return book -> "纸包的" + book;
    }
}
