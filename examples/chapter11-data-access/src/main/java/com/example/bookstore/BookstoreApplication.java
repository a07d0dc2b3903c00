package com.example.bookstore;

import java.util.Map;

import com.example.bookstore.catalog.BookRepository;
import com.example.bookstore.catalog.BookSearch;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }

    // region runner
    /** Asks the same question of all three implementations. */
    @Bean
    @ConditionalOnBooleanProperty("bookstore.demo")
    ApplicationRunner demo(Map<String, BookRepository> repositories) {
        BookSearch springBooks = BookSearch.title("spring");
        return args -> repositories.forEach((name, repository) -> {
            System.out.println(name);
            repository.search(springBooks).forEach(book -> System.out.println("  " + book));
        });
    }
    // endregion runner
}
