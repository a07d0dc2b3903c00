package com.example.bookstore.schema.v2;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Configuration;

/** The next version: a better name for the same column. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EntityScan
public class SecondVersion {

    // region v2
    @Entity(name = "book")
    static class Book {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
        @Column(nullable = false)
        String title;
    }
    // endregion v2
}
