package com.example.bookstore;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.testcontainers.postgresql.PostgreSQLContainer;

@SpringBootApplication
public class BookstoreApplication {

    @Bean
    @ServiceConnection
    PostgreSQLContainer database() {
        return new PostgreSQLContainer("postgres:17");
    }

    /** Ends before the container starts: all that is asked is whether Boot knows what to do with it. */
    @Bean
    static BeanFactoryPostProcessor details() {
        return factory -> {
            System.out.println("details: " + factory.getBeanNamesForType(ConnectionDetails.class, true, false).length);
            Runtime.getRuntime().halt(0);
        };
    }

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }
}
