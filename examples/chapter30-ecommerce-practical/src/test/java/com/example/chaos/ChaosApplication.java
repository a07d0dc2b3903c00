package com.example.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.example.bookstore.BookstoreApplication;
import com.example.bookstore.platform.Checkpoint;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bookstore, which asks the test at each step of an order and goes on when it is answered. */
public final class ChaosApplication {

    private ChaosApplication() {
    }

    public static void main(String[] args) {
        new SpringApplicationBuilder(BookstoreApplication.class, Asking.class).run(args);
    }

    @Configuration(proxyBeanMethods = false)
    static class Asking {

        private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

        @Bean
        Checkpoint asking(org.springframework.core.env.Environment environment) {
            String test = environment.getRequiredProperty("chaos.test");
            return step -> {
                try {
                    client.send(HttpRequest.newBuilder(URI.create(test + step)).build(),
                            HttpResponse.BodyHandlers.discarding());
                }
                catch (IOException ex) {
                    throw new IllegalStateException("测试没有答复", ex);
                }
                catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            };
        }
    }
}
