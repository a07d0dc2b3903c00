package com.example.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

// chapter-new-unfilled: the chapter's own example
@SpringBootApplication
public class BookstoreApplication {

    public static void main(String[] args) {
        SpringApplication.run(BookstoreApplication.class, args);
    }

    // region greeting
    static String greeting() {
        return "书店开张了";
    }
    // endregion greeting
}
