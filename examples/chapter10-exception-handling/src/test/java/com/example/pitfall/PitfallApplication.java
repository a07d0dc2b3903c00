package com.example.pitfall;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.filter.OncePerRequestFilter;

@SpringBootApplication
@EnableMethodSecurity
class PitfallApplication {

    // region chain
    @Bean
    SecurityFilterChain everything(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests
                        .requestMatchers("/public/**").permitAll()
                        .anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .build();
    }
    // endregion chain

    // region controllers
    @RestController
    static class PublicController {

        @GetMapping("/public/report")
        void report() throws IOException {
            throw new IOException("磁盘满了");
        }
    }

    @RestController
    static class OwnerController {

        @PreAuthorize("hasRole('OWNER')")
        @GetMapping("/sales")
        String sales() {
            return "7";
        }
    }

    @RestControllerAdvice(assignableTypes = OwnerController.class)
    static class CatchAll {

        @ExceptionHandler
        ProblemDetail all(Exception ex) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.INTERNAL_SERVER_ERROR,
                    ex.getClass().getSimpleName());
        }
    }
    // endregion controllers

    // region once
    @Component
    static class NaiveTraceFilter extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request,
                HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            MDC.put("requestId", "t-1");
            try {
                chain.doFilter(request, response);
            }
            finally {
                MDC.remove("requestId");
            }
        }
    }

    @RestController
    static class RatingController {

        @GetMapping("/public/rating")
        CompletableFuture<String> rating() {
            return CompletableFuture.failedFuture(new IllegalStateException());
        }

        @ExceptionHandler
        String failed(IllegalStateException ex) {
            return "requestId=" + MDC.get("requestId");
        }

        @GetMapping("/public/stock")
        String stock() {
            throw new IllegalStateException();
        }
    }
    // endregion once
}
