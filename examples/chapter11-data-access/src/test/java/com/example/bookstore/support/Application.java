package com.example.bookstore.support;

import java.util.EnumMap;
import java.util.Map;

import com.example.bookstore.BookstoreApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application on each database at once, for tests that compare databases; started when first asked for. */
public final class Application {

    private static final Map<Database, ConfigurableApplicationContext> STARTED = new EnumMap<>(Database.class);

    private Application() {
    }

    public static synchronized ConfigurableApplicationContext on(Database database) {
        return STARTED.computeIfAbsent(database, absent ->
                new SpringApplicationBuilder(BookstoreApplication.class, SqlLog.class)
                .profiles(database.profile())
                .initializers(new TestDatabase())
                .run());
    }
}
