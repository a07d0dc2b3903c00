package com.example.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.example.book.Recording;
import com.example.book.Table;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.i18n.LocaleContextThreadLocalAccessor;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

@Timeout(60)
class ContextTests {

    @BeforeEach
    void fill() {
        MDC.put("traceId", "abc123");
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("li", ""));
        LocaleContextHolder.setLocale(Locale.FRANCE);
    }

    @AfterEach
    void empty() {
        MDC.clear();
        SecurityContextHolder.clearContext();
        LocaleContextHolder.resetLocaleContext();
        ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
        ContextRegistry.getInstance().removeThreadLocalAccessor(LocaleContextThreadLocalAccessor.KEY);
    }

    // region decorator
    @Configuration(proxyBeanMethods = false)
    static class Decorated {

        @Bean
        TaskDecorator traceId() {
            return task -> {
                var submitted = MDC.getCopyOfContextMap();
                return () -> {
                    var before = MDC.getCopyOfContextMap();
                    set(submitted);
                    try {
                        task.run();
                    }
                    finally {
                        // 线程不留下这个人的东西；它若就是提交的那个线程，自己的还在
                        set(before);
                    }
                };
            };
        }

        private static void set(Map<String, String> context) {
            if (context == null) {
                MDC.clear();
            }
            else {
                MDC.setContextMap(context);
            }
        }
    }
    // endregion decorator

    private static void row(Table table, String name, ApplicationContextRunner runner) {
        runner.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class)).run(context -> {
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
            Object[] seen = executor.submit(() -> new Object[] {kept(MDC.get("traceId") != null),
                    kept(SecurityContextHolder.getContext().getAuthentication() != null),
                    kept(LocaleContextHolder.getLocale().equals(Locale.FRANCE))}).get(10, TimeUnit.SECONDS);
            table.row(name, seen[0], seen[1], seen[2]);
        });
    }

    private static String kept(boolean kept) {
        return kept ? "在" : "丢了";
    }

    @Test
    void whatCrosses() {
        Table table = new Table("", "MDC", "登录的人", "语言");
        row(table, "默认", new ApplicationContextRunner());
        row(table, "自己写的 TaskDecorator", new ApplicationContextRunner().withUserConfiguration(Decorated.class));
        row(table, "propagate-context", new ApplicationContextRunner()
                .withPropertyValues("spring.task.execution.propagate-context=true"));
        // region accessor
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        // endregion accessor
        row(table, "再注册 MDC", new ApplicationContextRunner()
                .withPropertyValues("spring.task.execution.propagate-context=true"));
        row(table, "再换成虚拟线程", new ApplicationContextRunner()
                .withPropertyValues("spring.task.execution.propagate-context=true", "spring.threads.virtual.enabled=true"));
        Recording.check("what-crosses.txt", table.toString());
    }

    @Test
    void localeCrossesWhenRegistered() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new LocaleContextThreadLocalAccessor());
        Table table = new Table("", "MDC", "登录的人", "语言");
        row(table, "注册了语言", new ApplicationContextRunner()
                .withPropertyValues("spring.task.execution.propagate-context=true"));
        assertThat(table.toString()).containsPattern("注册了语言 +丢了 +在 +在");
    }

    @Test
    void decoratorWithVirtualThreads() {
        Table table = new Table("", "MDC", "登录的人", "语言");
        row(table, "虚拟线程", new ApplicationContextRunner().withUserConfiguration(Decorated.class)
                .withPropertyValues("spring.threads.virtual.enabled=true"));
        assertThat(table.toString()).containsPattern("虚拟线程 +在 +丢了 +丢了");
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        @ConditionalOnProperty("own.built")
        ThreadPoolTaskExecutor built(ThreadPoolTaskExecutorBuilder builder) {
            return builder.build();
        }

        @Bean
        @ConditionalOnProperty(name = "own.built", matchIfMissing = true, havingValue = "false")
        ThreadPoolTaskExecutor made() {
            return new ThreadPoolTaskExecutor();
        }
    }

    /** The decorator goes to what Boot's builder builds, not to what you make yourself. */
    @Test
    void anExecutorOfYourOwnIsNotDecorated() {
        Table table = new Table("", "MDC", "登录的人", "语言");
        row(table, "自己建的", new ApplicationContextRunner().withUserConfiguration(Decorated.class, Own.class));
        row(table, "用建造者建的", new ApplicationContextRunner().withUserConfiguration(Decorated.class, Own.class)
                .withPropertyValues("own.built=true"));
        assertThat(table.toString()).containsPattern("自己建的 +丢了 ").containsPattern("用建造者建的 +在 ");
    }

    @Test
    void theCallerKeepsItsOwn() {
        CountDownLatch open = new CountDownLatch(1);
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(Decorated.class, ExecutorTests.CallerRuns.class)
                .withPropertyValues("spring.task.execution.pool.core-size=1", "spring.task.execution.pool.max-size=1",
                        "spring.task.execution.pool.queue-capacity=0")
                .run(context -> {
                    AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
                    executor.execute(() -> {
                        try {
                            open.await();
                        }
                        catch (InterruptedException ex) {
                            Thread.currentThread().interrupt();
                        }
                    });
                    Thread[] worker = new Thread[1];
                    executor.execute(() -> worker[0] = Thread.currentThread());
                    assertThat(worker[0]).isSameAs(Thread.currentThread());
                    assertThat(MDC.get("traceId")).isEqualTo("abc123");
                    open.countDown();
                });
    }

    @Test
    void nothingLeftBehind() {
        new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(Decorated.class).withPropertyValues("spring.task.execution.pool.core-size=1")
                .run(context -> {
                    AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);
                    executor.submit(() -> MDC.put("secret", "1")).get(10, TimeUnit.SECONDS);
                    MDC.clear();
                    assertThat(executor.submit(() -> String.valueOf(MDC.get("secret"))).get(10, TimeUnit.SECONDS))
                            .isEqualTo("null");
                    // In a thread of our own: the pool decorates whatever it is given.
                    Runnable task = context.getBean(TaskDecorator.class).decorate(() -> MDC.put("secret", "2"));
                    CompletableFuture<String> left = CompletableFuture.supplyAsync(() -> {
                        task.run();
                        return String.valueOf(MDC.get("secret"));
                    }, runnable -> Thread.ofPlatform().start(runnable));
                    assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo("null");
                });
    }
}
