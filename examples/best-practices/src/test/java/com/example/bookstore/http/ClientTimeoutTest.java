package com.example.bookstore.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.example.book.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** A stock service that takes the connection and never answers. */
class ClientTimeoutTest {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({HttpClientAutoConfiguration.class,
            ImperativeHttpClientAutoConfiguration.class, RestClientAutoConfiguration.class})
    static class Application {
    }

    private ServerSocket silent;

    @BeforeEach
    void listen() throws IOException {
        // The kernel completes the handshake; nobody ever reads.
        silent = new ServerSocket(0);
    }

    @AfterEach
    void close() throws IOException {
        silent.close();
    }

    private static ConfigurableApplicationContext run(String... properties) {
        return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "logging.level.root=off")
                .properties(properties).run();
    }

    // region ask
    private String ask(ConfigurableApplicationContext context) {
        return context.getBean(RestClient.Builder.class)
                .baseUrl("http://localhost:" + silent.getLocalPort()).build()
                .get().uri("/stock/1").retrieve().body(String.class);
    }
    // endregion ask

    // region bad
    @Test
    @DisplayName("默认没有读超时：五秒过去，调用还挂着")
    void waitsWithoutEnd() {
        try (var context = run()) {
            CompletableFuture<String> call = CompletableFuture
                    .supplyAsync(() -> ask(context), Thread::startVirtualThread);
            assertThat(catchThrowable(() -> call.get(5, TimeUnit.SECONDS)))
                    .isInstanceOf(TimeoutException.class);
        }
    }
    // endregion bad

    @Test
    @DisplayName("RestClient.create() 造的、自己换了请求工厂的客户端，不读这两个属性")
    void ownClientIgnoresTheProperties() {
        try (var context = run("spring.http.clients.read-timeout=300ms")) {
            assertThat(context.getEnvironment().getProperty("spring.http.clients.read-timeout")).isNotNull();
            String url = "http://localhost:" + silent.getLocalPort() + "/stock/1";
            RestClient ownFactory = context.getBean(RestClient.Builder.class)
                    .requestFactory(new JdkClientHttpRequestFactory()).build();
            for (RestClient client : List.of(RestClient.create(), ownFactory)) {
                CompletableFuture<String> call = CompletableFuture.supplyAsync(
                        () -> client.get().uri(url).retrieve().body(String.class), Thread::startVirtualThread);
                assertThat(catchThrowable(() -> call.get(2, TimeUnit.SECONDS)))
                        .isInstanceOf(TimeoutException.class);
            }
        }
    }

    // region good
    @Test
    @DisplayName("read-timeout=300ms：不到五秒就失败，线程空出来")
    void failsInTime() {
        try (var context = run("spring.http.clients.connect-timeout=300ms",
                "spring.http.clients.read-timeout=300ms")) {
            long start = System.nanoTime();
            Throwable thrown = catchThrowable(() -> ask(context));
            assertThat(thrown).isInstanceOf(ResourceAccessException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(300), Duration.ofSeconds(5));
            // endregion good
            Recording.check("client-timeout.txt",
                    thrown.getClass().getName() + "\nCaused by: "
                            + thrown.getCause().getClass().getName());
        }
    }
}
