package com.example.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Requests to this machine. */
public final class Http {

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {
    }

    public static HttpResponse<String> get(String url, String... headers) {
        return send("GET", url, null, headers);
    }

    public static HttpResponse<String> send(String method, String url, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60))
                .method(method, json == null ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(json));
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new IllegalStateException(url + "：" + ex, ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    public static HttpResponse<String> order(String orders, String... headers) {
        return send("POST", orders + "/orders", "{\"isbn\":\"9787111213826\",\"copies\":2}", headers);
    }

    /** The address of a running application's web server. */
    public static String url(ApplicationContext context) {
        return "http://127.0.0.1:" + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    /** The address of its management server. */
    public static String management(ApplicationContext context) {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.management.port");
    }
}
