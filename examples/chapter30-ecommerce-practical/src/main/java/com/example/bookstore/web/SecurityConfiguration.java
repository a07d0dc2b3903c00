package com.example.bookstore.web;

import com.example.bookstore.platform.BookstoreProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** 三条路：给程序用的接口、支付方的通知、给人看的页面。 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    /** 要改东西、又带着 Origin 的，是浏览器发的：它会自动带上记住的 Basic 密码，别的网站就能借它下手。 */
    private static final RequestMatcher FROM_A_BROWSER = new AndRequestMatcher(
            CsrfFilter.DEFAULT_CSRF_MATCHER, new RequestHeaderRequestMatcher("Origin"));

    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) {
        return http.securityMatcher("/api/**")
                .authorizeHttpRequests(requests -> requests
                        .requestMatchers("/api/reconciliation").hasRole("ADMIN")
                        .anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .sessionManagement(session -> session
                        .sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(csrf -> csrf.requireCsrfProtectionMatcher(FROM_A_BROWSER)).build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain callback(HttpSecurity http) {
        return http.securityMatcher("/payments/callback")
                .authorizeHttpRequests(requests -> requests
                        .anyRequest().permitAll())
                .csrf(csrf -> csrf.disable()).build();
    }

    @Bean
    @Order(3)
    SecurityFilterChain pages(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests
                        .requestMatchers("/", "/login", "/bookstore.css", "/error")
                        .permitAll()
                        .requestMatchers("/actuator/health/**").permitAll()
                        .requestMatchers("/actuator/**").hasRole("ADMIN")
                        .anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .formLogin(form -> form.loginPage("/login").defaultSuccessUrl("/")).build();
    }

    @Bean
    UserDetailsService users(BookstoreProperties properties) {
        return new InMemoryUserDetailsManager(properties.users().stream().map(user -> User.withUsername(user.name())
                .password(user.password()).roles(user.roles().toArray(String[]::new)).build()).toList());
    }
}
