package com.example.probe;

import com.example.book.Recording;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@DisplayName("@PreAuthorize 在哪里不起作用")
class MethodSecurityTests {

    static AnnotationConfigApplicationContext context;
    Desk desk;

    @BeforeAll
    static void start() {
        context = new AnnotationConfigApplicationContext(Config.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void login() {
        desk = context.getBean(Desk.class);
        SecurityContextHolder.getContext().setAuthentication(
                new TestingAuthenticationToken("alice", null, "ROLE_CUSTOMER"));
    }

    @AfterEach
    void logout() {
        SecurityContextHolder.clearContext();
    }

    @Test
    @DisplayName("从外面调用：拒绝")
    void outside() {
        Throwable denied = catchThrowable(desk::refund);
        assertThat(denied).isInstanceOf(AuthorizationDeniedException.class);
        Recording.check("method-denied.txt", denied.getClass().getName() + ": " + denied.getMessage() + "\n");
    }

    @Test
    @DisplayName("同一个类里自己调用：没有检查")
    void selfInvocation() {
        assertThat(desk.refundAll()).isEqualTo("退了");
    }

    @Test
    @DisplayName("final 方法：没有检查")
    void finalMethod() {
        assertThat(desk.finalRefund()).isEqualTo("退了");
    }

    @Test
    @DisplayName("注解写在接口的方法上：有检查")
    void onInterface() {
        assertThatThrownBy(() -> context.getBean(Returns.class).take())
                .isInstanceOf(AuthorizationDeniedException.class);
    }

    @Test
    @DisplayName("接口上的注解，代理换成 Boot 默认的子类代理：也有检查")
    void onInterfaceWithSubclassProxy() {
        try (var classes = new AnnotationConfigApplicationContext(SubclassConfig.class)) {
            Returns returns = classes.getBean(Returns.class);
            assertThat(AopUtils.isCglibProxy(returns)).isTrue();
            assertThatThrownBy(returns::take).isInstanceOf(AuthorizationDeniedException.class);
        }
    }

    @Test
    @DisplayName("hasAuthority 要写全名：权限是 ROLE_CUSTOMER，hasAuthority('CUSTOMER') 拒绝")
    void roleAndAuthority() {
        assertThat(desk.byRole()).isEqualTo("行");
        assertThat(desk.byAuthority()).isEqualTo("行");
        assertThatThrownBy(desk::byWrongAuthority).isInstanceOf(AuthorizationDeniedException.class);
    }

    static class Desk {

        @PreAuthorize("hasRole('STAFF')")
        public String refund() {
            return "退了";
        }

        public String refundAll() {
            return refund(); // 没有经过代理
        }

        @PreAuthorize("hasRole('STAFF')")
        public final String finalRefund() {
            return "退了"; // 代理不能重写 final 方法
        }

        @PreAuthorize("hasRole('CUSTOMER')")
        public String byRole() {
            return "行";
        }

        @PreAuthorize("hasAuthority('ROLE_CUSTOMER')")
        public String byAuthority() {
            return "行";
        }

        @PreAuthorize("hasAuthority('CUSTOMER')")
        public String byWrongAuthority() {
            return "行";
        }
    }

    interface Returns {

        @PreAuthorize("hasRole('STAFF')")
        String take();
    }

    static class ShopReturns implements Returns {

        @Override
        public String take() {
            return "收了";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Config {

        @Bean
        Desk desk() {
            return new Desk();
        }

        @Bean
        Returns returns() {
            return new ShopReturns();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity(proxyTargetClass = true)
    static class SubclassConfig {

        @Bean
        Returns returns() {
            return new ShopReturns();
        }
    }
}
