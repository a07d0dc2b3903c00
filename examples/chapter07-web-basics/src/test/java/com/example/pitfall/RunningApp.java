package com.example.pitfall;

import java.util.Arrays;
import java.util.stream.Stream;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** 用给定的设置启动一个应用，真端口；关掉它就停。 */
public record RunningApp(ConfigurableApplicationContext context) implements AutoCloseable {

    public static RunningApp start(Class<?> source, String... properties) {
        return new RunningApp(new SpringApplicationBuilder(source).run(Stream.concat(
                Stream.of("--server.port=0"), Arrays.stream(properties).map(p -> "--" + p))
                .toArray(String[]::new)));
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", int.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
