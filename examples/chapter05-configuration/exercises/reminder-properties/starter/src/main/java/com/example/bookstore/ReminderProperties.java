package com.example.bookstore;

import org.springframework.boot.context.properties.ConfigurationProperties;

@ConfigurationProperties("bookstore.reminder")
public record ReminderProperties(String after, String maxAttachment, String channels) {
}
