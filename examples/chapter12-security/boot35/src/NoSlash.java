package com.example.bookstore;

import jakarta.servlet.DispatcherType;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** A rule whose path does not start with a slash. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class NoSlash {

    @Bean
    SecurityFilterChain web(HttpSecurity http) throws Exception {
        return http
                .authorizeHttpRequests(rules -> rules
                        .dispatcherTypeMatchers(DispatcherType.ERROR).permitAll()
                        .requestMatchers("books/**").permitAll()
                        .anyRequest().authenticated())
                .build();
    }

    public static void main(String[] args) {
        SpringApplication.run(NoSlash.class, args);
    }
}
