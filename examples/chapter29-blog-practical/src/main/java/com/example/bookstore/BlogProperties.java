package com.example.bookstore;

import java.net.URI;
import java.nio.file.Path;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * What differs from one installation to another.
 *
 * @param baseUrl the address readers know, for the feed and the sitemap; never taken from a request
 * @param pictures the folder of uploaded pictures
 * @param firstEditor the account made at start if there is none yet
 */
@Validated
@ConfigurationProperties("blog")
public record BlogProperties(@NotNull URI baseUrl, @NotNull Path pictures, @Valid @Nullable FirstEditor firstEditor) {

    public BlogProperties {
        if (baseUrl != null && baseUrl.getHost() == null) {
            throw new IllegalArgumentException("blog.base-url 要写全，比如 https://blog.example.com，现在是 " + baseUrl);
        }
    }

    /** Whoever sets the blog up. */
    public record FirstEditor(@NotBlank String username, @NotNull @Size(min = 12) String password) {

        @Override
        public String toString() {
            return "FirstEditor[" + username + "]";
        }
    }

    /** An absolute address below the base. */
    public String url(String path) {
        String base = baseUrl.toString();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
    }
}
