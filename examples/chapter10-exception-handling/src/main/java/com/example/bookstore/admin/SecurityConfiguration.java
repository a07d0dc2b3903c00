package com.example.bookstore.admin;

import com.example.bookstore.error.ErrorCode;
import com.example.bookstore.error.Problems;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;

/** 只管 /admin：登录、密码与权限怎么做是第 12 章的事，这里只看它们失败时谁回答。 */
@Configuration(proxyBeanMethods = false)
@EnableMethodSecurity
class SecurityConfiguration {

    // region chain
    @Bean
    SecurityFilterChain admin(HttpSecurity http, Problems problems) {
        AuthenticationEntryPoint notLoggedIn = (request, response, ex) -> {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"bookstore\"");
            problems.write(Problems.of(ErrorCode.UNAUTHENTICATED, "请先登录"),
                    request, response);
        };
        AccessDeniedHandler forbidden = (request, response, ex) ->
                problems.write(Problems.of(ErrorCode.FORBIDDEN, "这个账号不能做这件事"),
                        request, response);
        return http.securityMatcher("/admin/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().hasRole("ADMIN"))
                // 密码错误由 httpBasic 自己的入口回答，只设下面那处不够
                .httpBasic(basic -> basic.authenticationEntryPoint(notLoggedIn))
                .exceptionHandling(handling -> handling
                        .authenticationEntryPoint(notLoggedIn)
                        .accessDeniedHandler(forbidden))
                .csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .build();
    }
    // endregion chain

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("owner").password("{noop}pw").roles("ADMIN", "OWNER").build(),
                User.withUsername("admin").password("{noop}pw").roles("ADMIN").build(),
                User.withUsername("clerk").password("{noop}pw").roles("CLERK").build());
    }
}
