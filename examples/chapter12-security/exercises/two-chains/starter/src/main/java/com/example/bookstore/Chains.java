package com.example.bookstore;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
@EnableWebSecurity
public class Chains {

    // region chains
    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**").httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(rules -> rules.anyRequest().authenticated()).build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain admin(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/admin/**").httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(rules -> rules.anyRequest().hasRole("STAFF")).build();
    }
    // endregion chains
}
