package com.example.probe;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/** A real Tomcat: MockMvc does not forward to /error. */
@DisplayName("少了放行 ERROR 转发的那一条规则")
class ErrorRuleTests {

    @Test
    @DisplayName("密码错、请求体不是 JSON、地址多一个斜线：都跳到登录页")
    void redirects() throws Exception {
        assertThat(answers()).containsExactly("302 /login", "302 /login", "302 /login");
    }

    @Test
    @DisplayName("打开了 problemdetails：密码错 401，请求体不是 JSON 400，都不再转；防火墙的 400 仍然跳到登录页")
    void problemDetails() throws Exception {
        assertThat(answers("--spring.mvc.problemdetails.enabled=true"))
                .containsExactly("401 ", "400 ", "302 /login");
    }

    /** Bad password, a body that is not JSON, one slash too many: the status and where it redirects to. */
    private static List<String> answers(String... arguments) throws Exception {
        List<String> answers = new ArrayList<>();
        try (var app = (ServletWebServerApplicationContext) new SpringApplicationBuilder(WithoutErrorRule.class)
                .properties("server.port=0", "spring.sql.init.mode=never", "logging.level.root=warn")
                .run(arguments);
                HttpClient client = HttpClient.newHttpClient()) {
            String base = "http://localhost:" + app.getWebServer().getPort();
            for (HttpRequest.Builder request : List.of(login(base, "{\"name\": \"bob\", \"password\": \"x\"}"),
                    login(base, "name=bob"), HttpRequest.newBuilder(URI.create(base + "/books//1")))) {
                HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
                answers.add(response.statusCode() + " "
                        + response.headers().firstValue("Location").orElse("").replace(base, "")
                                .replaceAll(";jsessionid=.*", ""));
            }
        }
        return answers;
    }

    private static HttpRequest.Builder login(String base, String body) {
        return HttpRequest.newBuilder(URI.create(base + "/api/token")).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Tokens.class)
    static class WithoutErrorRule {

        @Bean
        SecurityFilterChain web(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules
                            .requestMatchers("/api/token").permitAll()
                            .anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .csrf(csrf -> csrf.ignoringRequestMatchers("/api/token"))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager();
        }
    }

    @RestController
    static class Tokens {

        @PostMapping("/api/token")
        void login(@RequestBody Map<String, String> login) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
    }
}
