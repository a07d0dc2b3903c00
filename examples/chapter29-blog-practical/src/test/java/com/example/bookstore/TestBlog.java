package com.example.bookstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

import com.example.book.Recording;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** What tests replace: the time, the database, the folder of pictures. */
@TestConfiguration(proxyBeanMethods = false)
class TestBlog {

    static final OffsetDateTime NOW = OffsetDateTime.parse("2026-11-20T10:30:00+08:00");

    @Bean
    @Primary
    Clock testClock() {
        return Clock.fixed(NOW.toInstant(), ZoneId.of("Asia/Shanghai"));
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            List<String> properties = new ArrayList<>(BlogDatabase.properties(BlogDatabase.create()));
            properties.add("blog.base-url=https://blog.example");
            properties.add("blog.pictures=" + folder());
            TestPropertyValues.of(properties).applyTo(context);
        }

        private static Path folder() {
            try {
                Path target = Files.createDirectories(Recording.module().resolve("target"));
                return Files.createTempDirectory(target, "pictures-");
            }
            catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
