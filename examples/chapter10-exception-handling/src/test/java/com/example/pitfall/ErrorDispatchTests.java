package com.example.pitfall;

import com.example.bookstore.Http;

import jakarta.servlet.DispatcherType;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = ErrorDispatchTests.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "management.otlp.metrics.export.enabled=false"})
@DisplayName("放行 ERROR 转发之后")
class ErrorDispatchTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("没登录的人看到真正的 500；直接访问 /error、别的接口，仍要登录")
    void onlyTheDispatchIsPermitted() {
        assertThat(Http.get(port, "/public/report").statusCode()).isEqualTo(500);
        assertThat(Http.get(port, "/error").statusCode()).isEqualTo(401);
        assertThat(Http.get(port, "/sales").statusCode()).isEqualTo(401);
    }

    @EnableAutoConfiguration
    @Import(PitfallApplication.PublicController.class)
    static class Application {

        // region dispatch
        @Bean
        SecurityFilterChain everything(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests
                            // highlight-next-line
                            .dispatcherTypeMatchers(DispatcherType.ERROR).permitAll()
                            .requestMatchers("/public/**").permitAll()
                            .anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
        // endregion dispatch
    }
}
