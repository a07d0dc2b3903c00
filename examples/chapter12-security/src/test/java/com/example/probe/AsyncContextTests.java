package com.example.probe;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.task.DelegatingSecurityContextAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("换了线程，登录的人还在不在")
class AsyncContextTests {

    @BeforeEach
    void login() {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("alice", null));
    }

    @AfterEach
    void logout() {
        SecurityContextHolder.clearContext();
    }

    @Test
    @DisplayName("@Async：不在")
    void lost() throws Exception {
        assertThat(run(Plain.class)).isEqualTo("没有");
    }

    @Test
    @DisplayName("@Async，执行器包一层：在")
    void kept() throws Exception {
        assertThat(run(Delegating.class)).isEqualTo("alice");
    }

    @Test
    @DisplayName("虚拟线程：也不在")
    void virtualThread() throws Exception {
        Callable<String> who = AsyncContextTests::name;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(threads.submit(who).get()).isEqualTo("没有");
        }
    }

    private static String run(Class<?> config) throws Exception {
        try (var context = new AnnotationConfigApplicationContext(config)) {
            return context.getBean(Mailer.class).sender().get();
        }
    }

    private static String name() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null ? "没有" : who.getName();
    }

    static class Mailer {

        @Async
        public CompletableFuture<String> sender() {
            return CompletableFuture.completedFuture(name());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Plain {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        @Bean
        AsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("mail-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Delegating {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        // region delegating
        @Bean
        AsyncTaskExecutor taskExecutor() {
            return new DelegatingSecurityContextAsyncTaskExecutor(
                    new SimpleAsyncTaskExecutor("mail-"));
        }
        // endregion delegating
    }
}
