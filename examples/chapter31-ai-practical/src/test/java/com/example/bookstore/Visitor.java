package com.example.bookstore;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Someone at the store's pages: keeps cookies and sends the CSRF token of the last page. */
final class Visitor {

    private static final Pattern TOKEN = Pattern.compile("name=\"(?:csrf-token|_csrf)\" (?:content|value)=\"([^\"]+)\"|content=\"([^\"]+)\" name=\"csrf-token\"|type=\"hidden\" value=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final String base;
    private String csrf = "";

    Visitor(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    Visitor login(String name) throws IOException, InterruptedException {
        get("/login");
        HttpResponse<String> in = post("/login", "username=" + name + "&password=" + name + "-password");
        if (in.statusCode() != 302 || in.headers().firstValue("Location").orElse("").contains("error")) {
            throw new IllegalStateException("login: " + in.statusCode() + " " + in.headers().map());
        }
        get("/");
        return this;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
        Matcher token = TOKEN.matcher(response.body());
        if (token.find()) {
            csrf = token.group(1) != null ? token.group(1) : token.group(2) != null ? token.group(2) : token.group(3);
        }
        return response;
    }

    HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
        return post(path, form, csrf);
    }

    HttpResponse<String> post(String path, String form, String token) throws IOException, InterruptedException {
        return client.send(request(path).header("X-CSRF-TOKEN", token)
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), BodyHandlers.ofString());
    }

    /** With an {@code Accept} of one's own. */
    HttpResponse<String> postAccepting(String accept, String path, String form) throws IOException, InterruptedException {
        return postAccepting(accept, path, form, csrf);
    }

    HttpResponse<String> postAccepting(String accept, String path, String form, String token) throws IOException, InterruptedException {
        return client.send(request(path).header("X-CSRF-TOKEN", token).header("Accept", accept)
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/x-www-form-urlencoded");
    }

    HttpResponse<String> ask(String question) throws IOException, InterruptedException {
        return post("/chat", "question=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
    }
}
