package com.example.bookstore;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import org.slf4j.MDC;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;

/** What becomes of the MDC, and of two decorators, when a task changes its thread; the same program on each version. */
public class Settings {

    private static final AtomicInteger DECORATED = new AtomicInteger();

    @Configuration(proxyBeanMethods = false)
    static class One {

        @Bean
        TaskDecorator propagates() {
            return new ContextPropagatingTaskDecorator();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {

        @Bean
        TaskDecorator first() {
            return Two::count;
        }

        @Bean
        TaskDecorator second() {
            return Two::count;
        }

        private static Runnable count(Runnable task) {
            DECORATED.incrementAndGet();
            return task;
        }
    }

    public static void main(String[] args) throws Exception {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        MDC.put("traceId", "abc123");
        String[] propagate = {"--spring.task.execution.propagate-context=true"};
        System.out.println("propagate-context=" + (keeps(propagate) ? "在" : "丢了"));
        System.out.println("ContextPropagatingTaskDecorator=" + (keeps(new String[0], One.class) ? "在" : "丢了"));
        keeps(new String[0], Two.class);
        System.out.println("two=" + DECORATED);
        System.exit(0);
    }

    private static boolean keeps(String[] arguments, Class<?>... configurations) throws Exception {
        Class<?>[] sources = Arrays.copyOf(configurations, configurations.length + 1);
        sources[configurations.length] = TaskExecutionAutoConfiguration.class;
        SpringApplication application = new SpringApplication(sources);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of("spring.config.name", "nothing"));
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            return context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                    .submit(() -> "abc123".equals(MDC.get("traceId"))).get();
        }
    }
}
