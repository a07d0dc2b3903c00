package com.example.bookstore;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

@ConfigurationProperties("bookstore.reminder")
public record ReminderProperties(
        @DefaultValue("3d") Duration after,
        @DefaultValue("1MB") DataSize maxAttachment,
        @DefaultValue({ "mail", "sms" }) List<String> channels) {
}
