package com.example.sso;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Has no passwords of its own: sends the reader to the authorization server. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Shop.Pages.class)
public class Shop {

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }

    // region shop
    @Bean
    SecurityFilterChain web(HttpSecurity http) throws Exception {
        return http
                .authorizeHttpRequests(rules -> rules
                        .requestMatchers("/").permitAll()
                        .anyRequest().authenticated())
                .oauth2Login(Customizer.withDefaults())
                .build();
    }

    @RestController
    static class Pages {

        @GetMapping("/")
        String home() {
            return "书店";
        }

        @GetMapping("/me")
        Map<String, Object> me(@AuthenticationPrincipal OidcUser user) {
            return Map.of("name", user.getSubject());
        }
    }
    // endregion shop
}
