package com.example.pitfall;

import com.example.bookstore.Http;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = {PitfallApplication.class, EntryPointTests.Chains.class},
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.config.location=optional:classpath:/none/",
            "management.otlp.metrics.export.enabled=false"})
@DisplayName("自己的入口设在哪一处")
class EntryPointTests {

    private static final String WRONG = "Authorization: Basic YWRtaW46d3Jvbmc=";

    @LocalServerPort
    int port;

    @Test
    @DisplayName("只设 exceptionHandling：没带密码有响应体，密码错误是空的")
    void onlyExceptionHandling() {
        assertThat(Http.get(port, "/handling/x").body()).isEqualTo("own");
        assertThat(Http.get(port, "/handling/x", WRONG).body()).isEmpty();
    }

    @Test
    @DisplayName("只设 httpBasic：接口客户端两种都有响应体，因为它也注册成默认的入口")
    void onlyHttpBasic() {
        assertThat(Http.get(port, "/basic/x").body()).isEqualTo("own");
        assertThat(Http.get(port, "/basic/x", WRONG).body()).isEqualTo("own");
        assertThat(Http.get(port, "/basic/x", Http.BROWSER).body()).isEqualTo("own");
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Chains {

        private final AuthenticationEntryPoint own = (request, response, ex) -> {
            response.setStatus(401);
            response.getWriter().print("own");
        };

        @Bean
        @Order(1)
        SecurityFilterChain handling(HttpSecurity http) {
            return http.securityMatcher("/handling/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .exceptionHandling(it -> it.authenticationEntryPoint(this.own))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain basic(HttpSecurity http) {
            return http.securityMatcher("/basic/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(it -> it.authenticationEntryPoint(this.own))
                    .build();
        }
    }
}
