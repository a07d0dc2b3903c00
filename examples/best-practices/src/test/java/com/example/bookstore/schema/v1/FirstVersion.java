package com.example.bookstore.schema.v1;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Configuration;

/** The application as it went into production. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EntityScan
public class FirstVersion {

    // region v1
    @Entity(name = "book")
    static class Book {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
        @Column(nullable = false)
        String name;
    }
    // endregion v1
}
