package com.example.bookstore;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            Flyway flyway = context.getBean(Flyway.class);
            System.out.println("history: " + Arrays.stream(flyway.info().applied())
                    .map(BookstoreApplication::line).collect(Collectors.joining(", ")));
            flyway.clean();
        }
    }

    private static String line(MigrationInfo info) {
        return info.getVersion() + " " + info.getType();
    }
}
