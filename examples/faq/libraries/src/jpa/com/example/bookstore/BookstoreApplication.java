package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(BookstoreApplication.class, args)) {
            String isbn = "9787506365437";
            context.getBean(BookRepository.class).save(new Book(isbn));
            Shelf shelf = context.getBean(Shelf.class);
            System.out.println("removed: " + (context.getEnvironment().containsProperty("mended")
                    ? shelf.removeInTransaction(isbn) : shelf.remove(isbn)));
        }
    }
}
