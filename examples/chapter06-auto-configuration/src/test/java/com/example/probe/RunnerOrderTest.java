package com.example.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

@DisplayName("几个 runner 的顺序")
class RunnerOrderTest {

    private static final List<String> RAN = new ArrayList<>();

    /** 每次启动都是新的对象；不捕获变量的 lambda 在一个 JVM 里只有一个，它的顺序到下一个 JVM 才变。 */
    record Load(List<String> ran) implements ApplicationRunner {

        @Override
        public void run(ApplicationArguments arguments) {
            ran.add("load");
        }
    }

    record Print(List<String> ran) implements CommandLineRunner {

        @Override
        public void run(String... arguments) {
            ran.add("print");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutOrder {

        @Bean
        ApplicationRunner load() {
            return new Load(RAN);
        }

        @Bean
        CommandLineRunner print() {
            return new Print(RAN);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithOrder {

        @Bean
        @Order(2)
        CommandLineRunner print() {
            return new Print(RAN);
        }

        @Bean
        @Order(1)
        ApplicationRunner load() {
            return new Load(RAN);
        }
    }

    private static List<String> start(Class<?> source) {
        RAN.clear();
        SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of("spring.main.banner-mode", "off"));
        application.run().close();
        return List.copyOf(RAN);
    }

    @Test
    @DisplayName("不写 @Order：同一个 JVM 里反复启动，两种顺序都会出现")
    void withoutOrder() {
        Set<List<String>> seen = new HashSet<>();
        // 每次像抛一枚硬币，两百次都是同一面的机会可以不管。
        for (int i = 0; i < 200 && seen.size() < 2; i++) {
            seen.add(start(WithoutOrder.class));
        }
        assertThat(seen).containsExactlyInAnyOrder(List.of("load", "print"), List.of("print", "load"));
    }

    @Test
    @DisplayName("写了 @Order：数小的先，与注册的顺序无关")
    void withOrder() {
        for (int i = 0; i < 30; i++) {
            assertThat(start(WithOrder.class)).containsExactly("load", "print");
        }
    }
}
