package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

import com.example.book.ConsoleRun;
import com.example.book.Recording;
import com.example.book.RunningProgram;
import com.example.catalog.CatalogApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.WebApplicationType;
import org.springframework.cloud.config.client.ConfigClientFailFastException;
import org.springframework.cloud.config.server.EnableConfigServer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

class ConfigTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableConfigServer
    static class ConfigServer {
    }

    @Configuration(proxyBeanMethods = false)
    static class Client {
    }

    @TempDir
    static Path folder;
    private static ConfigurableApplicationContext server;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(folder.resolve("application.yml"), "bookstore.phone: 总机\nbookstore.greeting: 大家好\n");
        Files.writeString(folder.resolve("order.yml"), "bookstore.greeting: 欢迎下单\n");
        server = Apps.start(ConfigServer.class, "configserver", "--spring.profiles.active=native",
                "--eureka.client.enabled=false",
                "--spring.cloud.config.server.native.search-locations=" + folder.toUri());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The server on the same class path switches the client off. */
    private static String[] withClient(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--spring.cloud.config.enabled=true";
        return all;
    }

    private static ConfigurableApplicationContext client(String... arguments) {
        return new SpringApplicationBuilder(Client.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=nothing", "spring.main.banner-mode=off",
                        "spring.application.name=order", "bookstore.greeting=默认的")
                .run(withClient(arguments));
    }

    /** Over the application's own file, and under its command line. */
    @Test
    void serverWins(@TempDir Path own) throws IOException {
        Path file = Files.writeString(own.resolve("own.yml"), """
                bookstore.greeting: 自己的
                bookstore.open: 九点
                spring.config.import: "configserver:%s"
                """.formatted(Apps.url(server)));
        try (ConfigurableApplicationContext client = client("--spring.config.location=" + file.toUri())) {
            assertThat(client.getEnvironment().getProperty("bookstore.greeting")).isEqualTo("欢迎下单");
            assertThat(client.getEnvironment().getProperty("bookstore.phone")).isEqualTo("总机");
            assertThat(client.getEnvironment().getProperty("bookstore.open")).isEqualTo("九点");
        }
        try (ConfigurableApplicationContext client = client("--spring.config.location=" + file.toUri(),
                "--bookstore.greeting=命令行的")) {
            assertThat(client.getEnvironment().getProperty("bookstore.greeting")).isEqualTo("命令行的");
        }
        // The file of a profile is read after what the main file imports.
        Files.writeString(own.resolve("own-prod.yml"), "bookstore.greeting: 生产的\n");
        String[] prod = {"--spring.config.location=" + own.toUri(), "--spring.config.name=own",
            "--spring.profiles.active=prod"};
        try (ConfigurableApplicationContext client = client(prod)) {
            assertThat(client.getEnvironment().getProperty("bookstore.greeting")).isEqualTo("生产的");
            assertThat(client.getEnvironment().getProperty("bookstore.phone")).isEqualTo("总机");
        }
        // What the server has for the profile wins over that file again.
        Path atTheServer = Files.writeString(folder.resolve("order-prod.yml"), "bookstore.greeting: 生产上欢迎下单\n");
        try (ConfigurableApplicationContext client = client(prod)) {
            assertThat(client.getEnvironment().getProperty("bookstore.greeting")).isEqualTo("生产上欢迎下单");
        }
        finally {
            Files.delete(atTheServer);
        }
    }

    @Test
    void whatTheServerSays() {
        Recording.check("config-server.txt", Http.get(Apps.url(server) + "/order-default.properties").body());
    }

    @Test
    void serverDown() {
        String nobody = "http://127.0.0.1:" + RunningProgram.freePort();
        Throwable thrown = catchThrowable(() -> client("--spring.config.import=configserver:" + nobody));
        assertThat(thrown).isInstanceOf(ConfigClientFailFastException.class);
        Recording.check("config-down.txt", thrown.getClass().getName() + ": " + thrown.getMessage() + "\n");
        try (ConfigurableApplicationContext client = client(
                "--spring.config.import=optional:configserver:" + nobody)) {
            assertThat(client.getEnvironment().getProperty("bookstore.greeting")).isEqualTo("默认的");
        }
    }

    @Test
    void importMissing() {
        ConsoleRun run = ShortLived.java(CatalogApplication.class, withClient("--server.port=0"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("No spring.config.import property has been defined");
        Recording.check("config-import.txt", run.output().lines().dropWhile(line -> !line.startsWith("Description:"))
                .filter(line -> !line.isBlank()).collect(Collectors.joining("\n")));
    }
}
