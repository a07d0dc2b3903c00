package com.example.bookstore;

import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The smallest shop that can be walked through with a debugger. */
@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }

    @RestController
    static class ShelfController {

        @GetMapping("/shelves/{name}")
        Shelf shelf(@PathVariable String name) {
            return new Shelf(name, List.of("春天的启动"));
        }
    }

    record Shelf(String name, List<String> books) {
    }
}
