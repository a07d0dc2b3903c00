package com.example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What a customer sends. */
public final class Http {

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private Http() {
    }

    public static HttpResponse<String> get(String url, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    public static HttpResponse<String> post(String url, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** An order of one book. */
    public static HttpResponse<String> order(String base, String... headers) {
        return post(base + "/orders", order(), headers);
    }

    public static String order() {
        return "{\"isbn\":\"9787536692930\",\"quantity\":2}";
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Status and body, one line each, as the book prints them. */
    public static String show(HttpResponse<String> response) {
        return "HTTP " + response.statusCode() + "\n" + response.body() + "\n";
    }
}
