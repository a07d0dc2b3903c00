package com.example.order;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Nothing but what the class path brings. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Tomorrow {

    public static void main(String[] args) {
        SpringApplication.run(Tomorrow.class, args);
    }
}
