package com.example.probe;

import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

import jakarta.servlet.http.HttpServletRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/** A real Chromium: nothing else says what a browser sends by itself. */
@DisplayName("HTTP Basic 也在 Authorization 头里，浏览器却会自动带上")
class BasicCsrfTests {

    @Test
    @DisplayName("登录过一次，别的网站上的表单就替你下单：没有会话，关了 CSRF，请求里有密码")
    void formOfAnotherSite() {
        ChromeDriver browser = PasskeyTests.chromium();
        try (var app = (ServletWebServerApplicationContext) new SpringApplicationBuilder(BasicShop.class)
                .run("--server.port=0", "--spring.sql.init.mode=never", "--logging.level.root=warn")) {
            int port = app.getWebServer().getPort();
            List<String> buyers = app.getBean(Pages.class).buyers;
            String evil = "http://127.0.0.1:" + port + "/evil";
            browser.get(evil);
            browser.findElement(By.id("win")).click();
            await(() -> browser.getCurrentUrl().contains("localhost"));
            assertThat(buyers).isEmpty(); // 还没有登录过，表单什么也没有做成
            browser.get("http://alice:pw@localhost:" + port + "/me");
            assertThat(browser.findElement(By.tagName("body")).getText()).isEqualTo("alice");
            assertThat(browser.manage().getCookies()).isEmpty();
            browser.get(evil);
            browser.findElement(By.id("win")).click();
            await(() -> !buyers.isEmpty());
            assertThat(buyers).containsExactly("alice");
        }
        finally {
            browser.quit();
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50))
                .until(condition::getAsBoolean);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Pages.class)
    static class BasicShop {

        @Bean
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.requestMatchers("/evil").permitAll()
                            .anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build());
        }
    }

    @RestController
    static class Pages {

        final List<String> buyers = new CopyOnWriteArrayList<>();

        @GetMapping("/me")
        String me(Principal who) {
            return who.getName();
        }

        @PostMapping("/orders")
        String order(Principal who) {
            buyers.add(who.getName());
            return "下了单";
        }

        /** Opened under 127.0.0.1: another site than localhost. */
        @GetMapping(path = "/evil", produces = "text/html")
        String evil(HttpServletRequest request) {
            return "<form method='post' action='http://localhost:" + request.getServerPort()
                    + "/orders'><button id='win'>You won</button></form>";
        }
    }
}
