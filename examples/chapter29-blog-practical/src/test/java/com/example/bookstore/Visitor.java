package com.example.bookstore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody with a browser of their own: cookies, the token of the last page, no redirects followed. */
final class Visitor {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final String BOUNDARY = "chapter29boundary";

    private final HttpClient http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final String base;
    private String token = "";

    Visitor(int port) {
        this.base = "http://localhost:" + port;
    }

    Visitor login(String username) {
        return login(username, Fixture.PASSWORD);
    }

    Visitor login(String username, String password) {
        get("/login");
        HttpResponse<String> response = post("/login", "username", username, "password", password);
        if (!response.headers().firstValue("Location").orElse("").endsWith("/desk")) {
            throw new IllegalStateException("登录失败：" + response);
        }
        get("/desk/posts/new"); // a new session has a new token
        return this;
    }

    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = send(request);
        Matcher matcher = TOKEN.matcher(response.body());
        if (matcher.find()) {
            token = matcher.group(1);
        }
        return response;
    }

    /** A form, with the token. */
    HttpResponse<String> post(String path, String... form) {
        return send(form(path, token, form));
    }

    /** A form sent by another site's page: the cookies go along, the token does not. */
    HttpResponse<String> postWithoutToken(String path, String... form) {
        return send(form(path, "", form));
    }

    HttpResponse<String> upload(String path, String filename, byte[] content) {
        try {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.write(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"_csrf\"\r\n\r\n" + token
                    + "\r\n--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + filename
                    + "\"\r\nContent-Type: image/png\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            body.write(content);
            body.write(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
            return send(HttpRequest.newBuilder(URI.create(base + path))
                    .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                    .POST(BodyPublishers.ofByteArray(body.toByteArray())));
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private HttpRequest.Builder form(String path, String csrf, String... form) {
        StringJoiner body = new StringJoiner("&");
        if (!csrf.isEmpty()) {
            body.add("_csrf=" + csrf);
        }
        for (int i = 0; i < form.length; i += 2) {
            body.add(form[i] + "=" + URLEncoder.encode(form[i + 1], StandardCharsets.UTF_8));
        }
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString()));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        request.header("Accept", "text/html,*/*;q=0.8");
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
}
