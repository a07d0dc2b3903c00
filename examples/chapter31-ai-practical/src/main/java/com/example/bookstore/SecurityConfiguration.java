package com.example.bookstore;

import java.util.List;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests
                        .requestMatchers("/store.css", "/actuator/health/**").permitAll()
                        // 指标给店里的人看；示例里没有这样的账号
                        .requestMatchers("/actuator/**").hasRole("STAFF")
                        .anyRequest().authenticated())
                .formLogin(form -> form.defaultSuccessUrl("/", true))
                // 页面不许去别处取东西、发东西：模型写出来的图片带不走聊天内容
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy
                        .policyDirectives("default-src 'self'; img-src 'self'; "
                                + "connect-src 'self'; form-action 'self'; "
                                + "frame-ancestors 'none'")))
                .build();
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    UserDetailsService users(StoreProperties properties, PasswordEncoder encoder) {
        List<UserDetails> users = properties.users().entrySet().stream()
                .map(user -> User.withUsername(user.getKey()).password(encoder.encode(user.getValue())).roles("CUSTOMER").build())
                .toList();
        return new InMemoryUserDetailsManager(users);
    }
}
