package com.example.bookstore.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/** Counts how often it is started. */
@SpringBootConfiguration
class CountedApplication {

    static final AtomicInteger STARTS = new AtomicInteger();

    interface Payment {

        boolean pay();
    }

    interface Mail {

        void send();
    }

    /** Keeps what a test puts on it. */
    record Shelf(List<String> titles) {
    }

    @Bean
    Shelf shelf() {
        return new Shelf(new ArrayList<>());
    }

    @Bean
    Payment payment() {
        return () -> true;
    }

    @Bean
    Mail mail() {
        return () -> { };
    }

    @EventListener(ApplicationReadyEvent.class)
    void count() {
        STARTS.incrementAndGet();
    }
}
