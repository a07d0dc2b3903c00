package com.example.bookstore;

import jakarta.validation.constraints.NotBlank;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.validation.annotation.Validated;

@Configuration
@Profile("settings")
@EnableConfigurationProperties(Settings.Bookstore.class)
class Settings {

    @ConfigurationProperties("bookstore")
    @Validated
    record Bookstore(@NotBlank String name) {
    }
}
