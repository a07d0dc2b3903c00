package com.example.probe;

import com.example.bookstore.BookstoreProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class WithoutScanConfiguration {

    @Bean
    String title(BookstoreProperties bookstore) {
        return bookstore.name();
    }
}
