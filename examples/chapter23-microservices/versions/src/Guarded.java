package com.example.bookstore;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What a guarded method answers once AspectJ is there. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import(Guarded.Calls.class)
public class Guarded {

    static class Calls {
        @CircuitBreaker(name = "payment", fallbackMethod = "instead")
        public String guarded() {
            throw new IllegalStateException("支付坏了");
        }

        public String instead(Throwable failure) {
            return "退路";
        }
    }

    public static void main(String[] args) {
        try (var context = new SpringApplicationBuilder(Guarded.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=none").run(args)) {
            System.out.println("calls: answer=" + context.getBean(Calls.class).guarded());
        }
    }
}
