package com.example.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps cookies as a browser does, and shows every redirect instead of following it. */
public final class Browser {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
    private final URI base;

    public Browser(String base) {
        this.base = URI.create(base);
    }

    public Page get(String address) {
        return send(HttpRequest.newBuilder(base.resolve(address)).header("Accept", "text/html, */*;q=0.1").GET());
    }

    /** Opens the page, and sends its form back with its CSRF token. */
    public Page submit(String page, String action, String form) {
        Matcher csrf = CSRF.matcher(get(page).body());
        if (!csrf.find()) {
            throw new IllegalStateException("no form on " + page);
        }
        return send(HttpRequest.newBuilder(base.resolve(action))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "text/html, */*;q=0.1")
                .POST(BodyPublishers.ofString(form + "&_csrf=" + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8))));
    }

    public Page login(String name, String password) {
        return submit("/login", "/login", "username=" + name + "&password=" + password);
    }

    public Page logout() {
        return submit("/logout", "/logout", "x=x");
    }

    private Page send(HttpRequest.Builder request) {
        try {
            var response = client.send(request.build(), BodyHandlers.ofString());
            String location = response.headers().firstValue("Location").orElse("");
            String own = base.toString();
            return new Page(response.statusCode(),
                    location.startsWith(own) ? location.substring(own.length()) : location, response.body());
        }
        catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** @param location where it sends the browser, empty when it does not */
    public record Page(int status, String location, String body) {
    }
}
