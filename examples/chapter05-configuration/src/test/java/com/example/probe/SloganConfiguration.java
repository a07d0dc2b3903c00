package com.example.probe;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
@EnableAutoConfiguration
public class SloganConfiguration {

    @Bean
    String slogan(@Value("${bookstore.slogan}") String slogan) {
        return slogan;
    }
}
