package com.example.bookstore;

import org.springframework.security.config.annotation.authorization.EnableMultiFactorAuthentication;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.web.SecurityFilterChain;

// 本章用到、6.5 里还没有的三样
@EnableMultiFactorAuthentication(authorities = {
        FactorGrantedAuthority.PASSWORD_AUTHORITY,
        FactorGrantedAuthority.OTT_AUTHORITY})
class Newer {

    SecurityFilterChain web(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.spa()).build();
    }
}
