package com.example.bookstore;

import jakarta.servlet.DispatcherType;

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
    @Order(2)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**").httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(rules -> rules.anyRequest().authenticated()).build();
    }

    @Bean
    @Order(1)
    SecurityFilterChain admin(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/admin/**").httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(rules -> rules.anyRequest().hasRole("STAFF")).build();
    }

    @Bean
    @Order(3)
    SecurityFilterChain rest(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(rules -> rules
                // 前两条链的 401、404 也转到 /error，归这一条管
                .dispatcherTypeMatchers(DispatcherType.ERROR).permitAll()
                .anyRequest().denyAll()).build();
    }
    // endregion chains
}
