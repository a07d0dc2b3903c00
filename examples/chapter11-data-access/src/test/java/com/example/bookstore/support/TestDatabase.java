package com.example.bookstore.support;

import java.util.Arrays;
import java.util.Locale;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Points a test's application context at the test database of its profile, created if need be. */
public class TestDatabase implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Database database = Arrays.stream(context.getEnvironment().getActiveProfiles())
                .map(profile -> Database.valueOf(profile.toUpperCase(Locale.ROOT)))
                .findFirst().orElse(Database.H2);
        TestPropertyValues.of("bookstore.database=" + database.createOnce(), "bookstore.demo=none",
                        "logging.level.root=error", "spring.main.banner-mode=off").applyTo(context);
    }
}
