package com.example.bookstore;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Requests of a customer. */
public final class Http {

    /** The log of this JVM, which an application sets up when it starts, and which tests read. */
    public static final String LOG = "log";

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {
    }

    /** Where an application in this JVM listens. */
    public static String url(ApplicationContext context) {
        return "http://127.0.0.1:" + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public static HttpResponse<String> get(String uri) throws IOException, InterruptedException {
        return get(uri, Duration.ofSeconds(60));
    }

    public static HttpResponse<String> get(String uri, Duration patience) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(uri)).timeout(patience).build(), BodyHandlers.ofString());
    }

    public static HttpRequest order(String shop) {
        return HttpRequest.newBuilder(URI.create(shop + "/orders")).timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString("{\"isbn\":\"111\"}")).build();
    }

    public static HttpResponse<String> placeOrder(String shop) throws IOException, InterruptedException {
        return CLIENT.send(order(shop), BodyHandlers.ofString());
    }

    public static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return CLIENT.send(request, BodyHandlers.ofString());
    }
}
