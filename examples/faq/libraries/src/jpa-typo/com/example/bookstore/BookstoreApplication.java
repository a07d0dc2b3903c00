package com.example.bookstore;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
public class BookstoreApplication {

    @Entity(name = "Book")
    static class Book {

        @Id
        String isbn;

        String title;
    }

    interface BookRepository extends JpaRepository<Book, String> {

        Book findByTitel(String title);
    }

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args).close();
    }
}
