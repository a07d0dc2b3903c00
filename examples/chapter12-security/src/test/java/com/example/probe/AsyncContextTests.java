package com.example.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.logout.SecurityContextLogoutHandler;

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
    @DisplayName("@Async，执行器包一层：在；提交之后退出了，也还在")
    void kept() throws Exception {
        assertThat(run(Delegating.class)).isEqualTo("alice");
        try (var context = new AnnotationConfigApplicationContext(Delegating.class)) {
            List<String> seen = new ArrayList<>();
            Runnable task = context.getBean(TaskDecorator.class).decorate(() -> seen.add(name()));
            new SecurityContextLogoutHandler().logout(new MockHttpServletRequest(), new MockHttpServletResponse(), null);
            task.run();
            assertThat(seen).containsExactly("alice");
        }
    }

    @Test
    @DisplayName("包了一层，同一个线程接着做没有身份的任务：不会留下 alice")
    void cleared() throws Exception {
        try (var context = new AnnotationConfigApplicationContext(Delegating.class)) {
            Mailer mailer = context.getBean(Mailer.class);
            for (int i = 0; i < 20; i++) {
                assertThat(mailer.sender().get()).isEqualTo("alice");
            }
            SecurityContextHolder.clearContext();
            for (int i = 0; i < 20; i++) {
                assertThat(mailer.sender().get()).isEqualTo("没有");
            }
            // the next task above is wrapped too, and sets what it has itself; this one is not
            Callable<String> who = AsyncContextTests::name;
            login();
            Runnable wrapped = context.getBean(TaskDecorator.class)
                    .decorate(() -> assertThat(name()).isEqualTo("alice"));
            try (ExecutorService one = Executors.newSingleThreadExecutor()) {
                one.submit(wrapped).get();
                assertThat(one.submit(who).get()).isEqualTo("没有");
            }
        }
    }

    @Test
    @DisplayName("spring.task.execution.propagate-context=true：在")
    void propagated() {
        new ApplicationContextRunner().withUserConfiguration(Propagated.class)
                .withPropertyValues("spring.task.execution.propagate-context=true")
                .run(context -> assertThat(context.getBean(Mailer.class).sender().get()).isEqualTo("alice"));
        new ApplicationContextRunner().withUserConfiguration(Propagated.class)
                .run(context -> assertThat(context.getBean(Mailer.class).sender().get()).isEqualTo("没有"));
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
    @ImportAutoConfiguration(TaskExecutionAutoConfiguration.class)
    static class Delegating {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        // region delegating
        /** 包住每个任务：提交时抄一份身份（会话里的那份，一退出就空了），做完清掉。 */
        @Bean
        TaskDecorator identity() {
            return task -> new DelegatingSecurityContextRunnable(task, new SecurityContextImpl(
                    SecurityContextHolder.getContext().getAuthentication()));
        }
        // endregion delegating
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @ImportAutoConfiguration(TaskExecutionAutoConfiguration.class)
    static class Propagated {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }
    }
}
