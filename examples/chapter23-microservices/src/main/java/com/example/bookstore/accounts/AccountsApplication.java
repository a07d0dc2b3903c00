package com.example.bookstore.accounts;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** 网关里面的一个服务：顾客的账户。同一件事有两个地址，一个相信请求头，一个自己验令牌。 */
@SpringBootApplication
public class AccountsApplication {

    /** 设置在 {@code accounts.yml}。 */
    public static SpringApplicationBuilder builder() {
        return new SpringApplicationBuilder(AccountsApplication.class).properties("spring.config.name=accounts");
    }

    public static void main(String[] args) {
        builder().run(args);
    }

    // region inside
    @Bean
    @Order(1)
    SecurityFilterChain byHeader(HttpSecurity http) throws Exception {
        return http.securityMatcher("/by-header/**") // 反例：不设防，相信网关写的头
                .authorizeHttpRequests(rules -> rules.anyRequest().permitAll()).build();
    }

    @Bean
    SecurityFilterChain byToken(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(rules -> rules
                        .dispatcherTypeMatchers(DispatcherType.ERROR).permitAll()
                        .anyRequest().authenticated())
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .build();
    }
    // endregion inside
}
