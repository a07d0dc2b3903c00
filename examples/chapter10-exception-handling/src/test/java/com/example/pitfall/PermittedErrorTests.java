package com.example.pitfall;

import com.example.bookstore.Http;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = {PitfallApplication.class, PermittedErrorTests.ErrorChain.class},
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "management.otlp.metrics.export.enabled=false"})
@DisplayName("给 /error 放行之后")
class PermittedErrorTests {

    @LocalServerPort
    int port;

    @Test
    @DisplayName("没登录的人看到真正的 500")
    void anonymousSees500() {
        HttpResponse<String> response = Http.get(port, "/public/report");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("\"status\":500");
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class ErrorChain {

        // region permit-error
        @Bean
        @Order(0)
        SecurityFilterChain error(HttpSecurity http) {
            return http.securityMatcher("/error")
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
        // endregion permit-error
    }
}
