package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

/** One method, a rule and a cache: which of them is outside decides who sees what is cached. */
class MethodRuleTests {

    static class Desk {

        private int calls;

        @PreAuthorize("hasRole('STAFF')")
        @Cacheable("costs")
        public int cost(String isbn) {
            calls++;
            return 15;
        }

        public int calls() {
            return calls;
        }

        @PostFilter("hasRole('STAFF') or filterObject == authentication.name")
        @Cacheable("customers")
        public List<String> customers() {
            return new ArrayList<>(List.of("alice", "bob"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Shop {

        @Bean
        CacheManager cacheManager() {
            return new CaffeineCacheManager();
        }

        @Bean
        Desk desk() {
            return new Desk();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class DefaultOrder {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(order = 1000)
    static class InsideRules {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(order = 0)
    static class OutsideRules {
    }

    @AfterEach
    void logout() {
        SecurityContextHolder.clearContext();
    }

    private static void login(String name, String role) {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(name, null, "ROLE_" + role));
    }

    @ParameterizedTest
    @ValueSource(classes = {DefaultOrder.class, InsideRules.class})
    @DisplayName("@PreAuthorize 与 @Cacheable 写在同一个方法上：默认的顺序、@EnableCaching(order = 1000)，店员查过、缓存里有了，顾客仍然被拒绝")
    void ruleBeforeCache(Class<?> caching) {
        try (var context = new AnnotationConfigApplicationContext(Shop.class, caching)) {
            Desk desk = context.getBean(Desk.class);
            login("sam", "STAFF");
            assertThat(desk.cost("1")).isEqualTo(15);
            assertThat(desk.cost("1")).isEqualTo(15);
            assertThat(desk.calls()).isOne();
            login("bob", "CUSTOMER");
            assertThatThrownBy(() -> desk.cost("1")).isInstanceOf(AuthorizationDeniedException.class);
        }
    }

    @Test
    @DisplayName("@EnableCaching(order = 0)：没有命中时顾客被拒绝，店员查过、命中了，顾客也拿得到")
    void cacheBeforeRule() {
        try (var context = new AnnotationConfigApplicationContext(Shop.class, OutsideRules.class)) {
            Desk desk = context.getBean(Desk.class);
            login("bob", "CUSTOMER");
            assertThatThrownBy(() -> desk.cost("1")).isInstanceOf(AuthorizationDeniedException.class);
            login("sam", "STAFF");
            assertThat(desk.cost("1")).isEqualTo(15);
            login("bob", "CUSTOMER");
            assertThat(desk.cost("1")).isEqualTo(15);
        }
    }

    @Test
    @DisplayName("@PostFilter 与 @Cacheable 写在同一个方法上，缓存在内存里：bob 看过之后，店员也只看到 bob")
    void filterChangesCached() {
        try (var context = new AnnotationConfigApplicationContext(Shop.class, DefaultOrder.class)) {
            Desk desk = context.getBean(Desk.class);
            login("sam", "STAFF");
            assertThat(desk.customers()).containsExactly("alice", "bob");
            login("bob", "CUSTOMER");
            assertThat(desk.customers()).containsExactly("bob");
            login("sam", "STAFF");
            assertThat(desk.customers()).containsExactly("bob");
        }
    }
}
