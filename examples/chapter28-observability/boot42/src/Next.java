package com.example.bookstore.orders;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** One order on the next version: what modules that are not published yet would configure is written by hand. */
public class Next {

    @Configuration(proxyBeanMethods = false)
    static class ByHand {

        @Bean
        PrometheusMeterRegistry registry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }

        @Bean
        ObservationRegistry observations() {
            return ObservationRegistry.create();
        }

        @Bean
        RestClient.Builder client() {
            return RestClient.builder();
        }
    }

    /** @param args of the application */
    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext store = OrdersApplication.builder().sources(ByHand.class).run(args);
                HttpClient client = HttpClient.newHttpClient()) {
            int port = ((WebServerApplicationContext) store).getWebServer().getPort();
            int status = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
                    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(
                            "{\"isbn\":\"9787111213826\",\"copies\":2}")).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
            System.out.println("Spring Boot " + SpringBootVersion.getVersion() + "：" + status);
            System.out.print(store.getBean(PrometheusMeterRegistry.class).scrape());
        }
    }
}
