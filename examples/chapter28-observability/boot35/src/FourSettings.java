package com.example.bookstore;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;

/** Four settings, each in an application of its own, whose one span has the setting's name. */
public class FourSettings {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Decorated {

        @Bean
        TaskDecorator propagates() {
            return new ContextPropagatingTaskDecorator();
        }
    }

    /** @param args where spans are received */
    public static void main(String[] args) {
        for (String endpoint : List.of("management.otlp.tracing.endpoint",
                "management.opentelemetry.tracing.export.otlp.endpoint")) {
            inThePool(endpoint, Plain.class, "--" + endpoint + "=" + args[0]);
        }
        String propagate = "spring.task.execution.propagate-context";
        Map.of(propagate, inThePool(propagate, Plain.class, "--" + propagate + "=true"),
                "ContextPropagatingTaskDecorator", inThePool("decorator", Decorated.class))
                .forEach((setting, seen) -> System.out.println("pool: " + setting + "：" + seen));
        System.exit(0);
    }

    /** What a task in the pool sees of the trace of the one that hands it over. */
    private static String inThePool(String name, Class<?> configuration, String... arguments) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of("spring.config.name", "nothing",
                "management.tracing.sampling.probability", "1.0",
                "management.otlp.metrics.export.enabled", "false",
                "spring.rabbitmq.listener.simple.auto-startup", "false"));
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            Tracer tracer = context.getBean(Tracer.class);
            var pool = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
            return Observation.createNotStarted(name, context.getBean(ObservationRegistry.class)).observe(() -> {
                String own = tracer.currentSpan().context().traceId();
                return CompletableFuture.supplyAsync(() -> tracer.currentSpan() == null ? "没有"
                        : tracer.currentSpan().context().traceId().equals(own) ? "同一个" : "另一个", pool).join();
            });
        } // closing sends what is left
    }
}
