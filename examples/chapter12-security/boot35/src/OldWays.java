package com.example.bookstore;

import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AntPathRequestMatcher;

/** What 3.5 still compiles, with warnings: each of these is gone on 4.x. */
public class OldWays {

    @Bean
    SecurityFilterChain web(HttpSecurity http) throws Exception {
        http.formLogin().permitAll().and();
        http.authorizeRequests(rules -> rules.anyRequest().authenticated());
        http.csrf(csrf -> csrf.disable());
        http.securityMatcher(new AntPathRequestMatcher("/books/**"));
        return http.build();
    }

    @Bean
    DaoAuthenticationProvider provider(UserDetailsService users) {
        DaoAuthenticationProvider provider = new DaoAuthenticationProvider();
        provider.setUserDetailsService(users);
        return provider;
    }
}
